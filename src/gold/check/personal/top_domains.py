"""Which last labels of a name are domains of the internet, as far as people write addresses in them."""

from __future__ import annotations

_COUNTRIES = """
ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf
cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg
gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn
kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na
nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh
si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve
vg vi vn vu wf ws ye yt za zm zw
"""
_GENERIC = """
academy aero agency app art asia associates attorney auto bank band bar bayern beer berlin best bike biz blog boutique
build builders business buzz cafe capital care careers cars cash cat center chat church city clinic cloud club coach
codes coffee com community company computer consulting construction coop cool credit dance dental design dev digital
direct doctor domains earth education edu email energy engineer engineering enterprises estate events expert express
family farm fashion finance financial fish fit fitness foundation fund fyi gallery games garden gmbh gold gov graphics
green group guide guru hamburg haus health help holdings host house info ink institute insurance int international
investments jobs kitchen koeln land law lawyer legal life limited link live llc ltd london love management marketing
market media medical memorial mil mobi moda money museum music name net network news ngo nrw nyc one online org page
paris partners parts photo photography photos pictures plus post press pro productions property pub realty recipes
rentals repair report rest restaurant ruhr saarland sale school science services shop show site ski social software
solar solutions space sport store studio style supply support surf swiss systems tax team tech technology tel tips
tirol today tokyo tools top tours town toys trade training travel university vacations ventures versicherung vet video
vip vision wales watch website wedding wiki wien wine work works world wtf xyz yoga zone zuerich
"""

TOP_DOMAINS = frozenset((*_COUNTRIES.split(), *_GENERIC.split()))
CODE_LIKE = frozenset(("py", "rs", "sh", "md", "pl", "so", "cc", "ps", "name", "info", "is", "to", "id", "st"))
"""Endings that program text has too: `a@b.id` is no address."""
