"""Every input that is known to have broken another tool has a test here that holds it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest
import yaml

RULES = "check"
"""`check/<rule>.yaml::<what>` is an entry of a rule's case file, which tests/check/test_rules.py runs."""

RANKINGS = {
    "one passage holds two labels of the top grade": (
        "measure/test_cases_file.py::test_a_passage_that_holds_two_answers_gives_one_and_no_more",
    ),
    "a ranking that repeats a passage": (
        "measure/test_cases_file.py::test_a_repeat_keeps_its_place_and_earns_nothing",
        "check/repeated-result.yaml::a ranking that shows a passage twice; the case is named",
    ),
    "a label that looks like a renamed repeat": (
        "measure/test_cases_file.py::test_a_repeat_is_never_renamed_into_an_id",
    ),
    "one label row twice, with one grade": (
        "read/test_sets.py::test_a_judgment_twice_is_counted_once_with_a_warning",
        "check/repeated-label.yaml::the same label row twice is counted once, with a warning",
    ),
    "one label row twice, with two grades": (
        "read/test_refused.py::test_a_bad_file_is_refused",
        "check/two-grades.yaml::the same label row twice, with two different grades: refuse, both lines",
    ),
    "one of five answers shown": ("measure/test_cases_file.py::test_one_of_five_answers_is_not_the_ideal",),
    "more labels than the cutoff": (
        "measure/test_cases_file.py::test_more_labels_than_k_never_give_more_than_one",
        "measure/test_crediting.py::test_no_measure_leaves_zero_to_one",
    ),
    "one relevant at rank two": ("measure/test_cases_file.py::test_one_relevant_at_rank_two_of_three",),
    "tied scores in either order": (
        "measure/test_cases_file.py::test_tied_scores_rank_the_same_in_any_line_order",
        "check/ties.yaml::tied scores, in either order of lines",
    ),
    "scores that differ by less than 1e-8": (
        "measure/test_cases_file.py::test_scores_that_differ_in_the_ninth_place_are_no_tie",
        "check/ties.yaml::scores that differ by less than 1e-8, and one score for two questions",
    ),
    "an empty ranking among others": (
        "measure/test_cases_file.py::test_an_empty_ranking_scores_zero_and_shifts_nobody",
        "check/missing-questions.yaml::an empty ranking is an answer",
    ),
    "a case absent from the run, in both directions": (
        "measure/test_cases_file.py::test_a_case_absent_from_the_run_scores_zero_and_is_named",
        "measure/test_cases_file.py::test_a_case_that_the_set_lacks_is_counted_and_ignored",
        "compare/test_runs.py::test_a_case_absent_from_either_run_is_a_zero",
        "check/missing-questions.yaml::cases in the set, absent from the run, are named",
    ),
    "labels all of grade 0, and no labels": (
        "measure/test_cases_file.py::test_cases_without_a_relevant_label_are_left_out_and_counted",
        "check/undefined.yaml::labels all grade 0, a case with no labels",
    ),
    "negative grades": ("measure/test_cases_file.py::test_negative_grades_gain_nothing_and_are_not_relevant",),
    "grades that are no whole numbers": (
        "read/test_refused.py::test_a_bad_file_is_refused",
        'check/field.yaml::grade 1.9, `true`, `"high"`: refuse',
        "check/field.yaml::grade 2.0 is 2, and grades below 0 are grades",
    ),
    "ids that hold signs, or are URLs": (
        "read/test_awkward_ids.py::test_awkward_ids_meet",
        "write/test_hostile.py::test_every_address_is_relative_or_plain",
        "write/test_hostile.py::test_names_are_safe",
    ),
    "query ids that never meet": (
        "measure/test_cases_file.py::test_ids_that_never_meet_are_refused_with_an_example_of_each",
        "check/no-common-question.yaml::query ids of run and set never meet, with one example of each shape",
    ),
    "one loaded set scored twice": ("measure/test_cases_file.py::test_the_same_loaded_set_scores_the_same_twice",),
    "a score that is not finite": (
        "read/test_runs.py::test_bad_trec_runs_are_refused",
        "read/test_runs.py::test_bad_jsonl_runs_are_refused",
        "check/not-finite.yaml::score NaN or inf in a TREC run",
    ),
    "two runs in different file order": ("compare/test_runs.py::test_changes_are_joined_by_id_not_by_position",),
    "a query that is a passage": (
        "check/query-in-corpus.yaml::a query that is also a passage of the corpus: the same text",
        "check/query-in-corpus.yaml::a query that is also a passage of the corpus: the same id",
    ),
    "one query id with two texts": (
        "read/test_refused.py::test_a_bad_file_is_refused",
        "check/two-texts.yaml::one query id with two texts",
    ),
    "one text under two query ids": ("check/twin-query.yaml::the same text under two ids: warning",),
    "run rows without a passage id": (
        "read/test_runs.py::test_bad_jsonl_runs_are_refused",
        'check/field.yaml::run rows without a passage id, or with ""',
    ),
    "labels that match nothing": (
        "measure/test_cases_file.py::test_labels_that_lie_nowhere_are_refused",
        "cli/test_score.py::test_nothing_to_score_ends_with_3",
        "check/nothing-placed.yaml::labels that match nothing",
    ),
    "a corpus folder that is gone": (
        "cli/test_score.py::test_a_build_that_is_not_there_is_an_error_with_the_list",
        "check/unknown-build.yaml::corpus folder gone",
    ),
    "an empty log": (
        "measure/test_cases_file.py::test_an_empty_run_is_refused",
        "check/no-common-question.yaml::an empty log",
    ),
}
PARSING = {
    "a byte order mark": (
        "read/test_files.py::test_a_byte_order_mark_at_the_start_is_stripped",
        "check/encoding.yaml::a byte order mark inside a version, at a record's start",
        "check/encoding.yaml::a UTF-8 byte order mark at a file's start is stripped",
    ),
    "line ends of Unicode inside a string": ("read/test_files.py::test_a_record_ends_at_a_line_feed_only",),
    "another code page in the environment": ("cli/test_other_commands.py::test_output_is_utf8_in_any_locale",),
    "ids that look like other types": (
        "read/test_awkward_ids.py::test_awkward_ids_meet",
        "read/test_awkward_ids.py::test_awkward_ids_in_qrels",
        "read/test_shapes.py::test_a_shape_is_its_native_case",
    ),
    "number ids in JSON": (
        "read/test_sets.py::test_number_ids_are_text_with_a_warning",
        "read/test_runs.py::test_number_ids_are_text_and_told_once_a_field",
        'check/mixed-ids.yaml::`12` and `"12"` both present: refuse',
    ),
    "YAML ids that are words, times and dates": (
        "read/test_shapes.py::test_a_shape_is_its_native_case",
        "check/field.yaml::YAML ids `no`, `1:30`, `0123`, `2026-08-20`, 1e5 are text",
        "check/field.yaml::an empty query, and an id that YAML reads as null",
    ),
    "duplicate keys": (
        "read/test_refused.py::test_a_bad_file_is_refused",
        "check/duplicate-key.yaml::duplicate keys in JSON",
        "check/duplicate-key.yaml::duplicate keys in YAML",
    ),
    "a quotation mark in a TSV field": ("read/test_sets.py::test_queries_beside_qrels_are_found",),
    "TREC lines with too few or too many columns, a header": (
        "read/test_runs.py::test_bad_trec_runs_are_refused",
        "check/columns.yaml::TREC run line with 5 or 7 columns, a header line",
    ),
    "TREC lines that are odd and right": ("read/test_runs.py::test_irregular_trec_runs_are_read_rightly",),
    "look-alikes of case and Unicode form": (
        'check/look-alike.yaml::"Nike" and "nike" are distinct, and warned with code points',
        "check/look-alike.yaml::NFC and NFD twins",
    ),
    "odd characters in a query": (
        "read/test_files.py::test_a_query_is_kept_exactly_as_typed",
        "check/odd-character.yaml::NBSP or mojibake in a query is warned with its position",
    ),
    "formulas in a CSV download": (
        "write/test_hostile.py::test_downloads_are_valid",
        "cli/test_score.py::test_csv_has_the_promised_header",
        "read/test_files.py::test_a_query_is_kept_exactly_as_typed",
    ),
    "files that cannot be read": (
        "read/test_files.py::test_an_unreadable_file_is_one_clear_error",
        "read/test_bounds.py::test_a_line_that_is_no_line_is_refused",
        "check/encoding.yaml::bytes that are not UTF-8 in a run",
        "check/unreadable.yaml::a truncated gzip is one clear error",
        "check/unreadable.yaml::a folder named like a file",
    ),
}
LABELS = {
    "a label id that the build lacks": (
        "measure/test_rules.py::test_winnable_means_stand_beside_the_whole",
        "cli/test_other_commands.py::test_coverage_csv_and_text",
        "check/gone-label.yaml::label id absent from the build",
    ),
    "a label id of another type": ("check/gone-label.yaml::labels and passages with ids of another type are one",),
    "one id with two texts in two builds": ("check/passage-two-texts.yaml::one id with different text in two builds",),
    "one id with two texts in two runs": ("check/run-two-texts.yaml::one id with different text in two runs",),
    "passages with one text": (
        "check/passage-twins.yaml::passages with identical text, one labelled, are listed as twins",
    ),
    "a class of several parts with one": ("check/class-contradicts.yaml::class `multi_part` with one part",),
    "unanswerable with a positive label": (
        "check/unanswerable-labelled.yaml::`unanswerable` with a positive label: finding",
    ),
    "a recycled passage id": ("resolve/test_anchors.py::test_a_recycled_id_gives_way_to_the_quote",),
    "a living id that lost the quote": (
        "resolve/test_anchors.py::test_a_living_id_without_the_quote_is_gone",
        "check/gone-label.yaml::living passage id whose text lost the quote",
    ),
    "a quote cut over two chunks": ("measure/test_crediting.py::test_a_split_label_is_reached_with_its_last_piece",),
    "a quote in two overlapping chunks": (
        "resolve/test_anchors.py::test_one_place_seen_by_overlapping_chunks_is_present",
        "measure/test_crediting.py::test_windows_over_labels_never_give_more_than_one",
    ),
    "quotes that stand twice, over chunks, in other spelling, in a longer word": (
        "resolve/test_anchors.py::test_a_quote_twice_in_a_document_is_ambiguous_and_twice_in_a_passage_is_one_place",
        "resolve/test_quotes.py::test_a_quote_over_two_and_three_passages_is_split",
        "resolve/test_quotes.py::test_any_white_space_is_one_blank",
        "resolve/test_quotes.py::test_dashes_are_one",
        "resolve/test_quotes.py::test_quotation_marks_are_one",
        "resolve/test_quotes.py::test_what_is_no_match",
    ),
}
SITE = {
    "markup, quotation marks and paths in a case": (
        "write/test_hostile.py::test_nothing_becomes_markup",
        "write/test_hostile.py::test_the_question_is_shown_verbatim",
        "write/test_hostile.py::test_every_address_is_relative_or_plain",
        "write/test_hostile.py::test_downloads_are_valid",
    ),
    "markup and links in prose": (
        "write/test_hostile.py::test_nothing_becomes_markup",
        "write/test_hostile.py::test_every_address_is_relative_or_plain",
    ),
    "NaN, 5,001 points and odd class names in a chart": (
        "write/test_charts.py::test_what_is_no_number_is_no_point",
        "write/test_charts.py::test_many_points_are_all_drawn",
        "write/test_charts.py::test_any_class_is_a_row",
    ),
    "ids as page names": (
        "pages/test_slugs.py::test_names_are_unique_and_safe",
        "write/test_hostile.py::test_names_are_safe",
    ),
    "one version, one run, one point, an empty class": (
        "cli/test_build_site.py::test_a_set_without_runs_or_corpus",
        "cli/test_build_site.py::test_a_set_with_one_run",
        "cli/test_build_site.py::test_a_class_without_a_scored_case",
        "write/test_charts.py::test_few_points_are_drawn",
    ),
    "a facet that half the cases lack": ("measure/test_rules.py::test_classes_are_by_facet_and_carry_their_n",),
    "no scripts": ("browser/test_site.py::test_everything_reads_without_scripts",),
    "another locale and another hash seed": ("write/test_same_bytes.py::test_neither_hashes_nor_locales_matter",),
    "an output folder full of files": ("write/test_folder.py::test_a_folder_of_somebody_is_refused",),
}
KNOWN = RANKINGS | PARSING | LABELS | SITE
LATER = (
    ("agreement: one grade only", "annotators are not compared yet"),
    ("agreement: one annotator, no overlap, one item", "annotators are not compared yet"),
    ("agreement: items with one label", "annotators are not compared yet"),
    ("agreement: one annotator twice on an item", "annotators are not compared yet"),
    ("agreement: heavy skew", "annotators are not compared yet"),
    ("a comma in a quoted CSV field", "no CSV is read yet: samples of annotators will be"),
    ("more Markdown than a summary holds", "there is no summary yet: the gate will write one"),
)


@cache
def functions(path: Path) -> frozenset[str]:
    """The names of a test file's functions."""
    return frozenset(
        node.name for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)
    )


@cache
def entries(path: Path) -> frozenset[str]:
    """What the entries of a rule's case file say they are."""
    return frozenset(entry["what"] for entry in yaml.safe_load(path.read_text("utf-8")))


@pytest.mark.parametrize("known", KNOWN, ids=str)
def test_each_known_breakage_has_its_test(root: Path, known: str) -> None:
    """A test that is renamed or removed takes its row with it, or fails here."""
    for place in KNOWN[known]:
        path, _, name = place.partition("::")
        if path.startswith(f"{RULES}/") and path.endswith(".yaml"):
            assert name in entries(root / "tests/cases" / path), place
        else:
            assert name in functions(root / "tests" / path), place


def test_what_comes_later_has_no_test_yet() -> None:
    """Each with its reason, and none of them twice."""
    later = [row for row, _ in LATER]
    assert len(later) == len(set(later))
    assert set(later).isdisjoint(KNOWN)
    assert all(reason for _, reason in LATER)
