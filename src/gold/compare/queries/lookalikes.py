"""Real words that one slip of the pen turns into one another, so that neither is taken for a misspelt other.

Singulars only. Found by counting: pairs of words, one slip apart, that both stand fifteen times or more in English
collections on aeronautics, radio, electronics in shops, finance, state papers, medicine and web frameworks; then
looked through, and completed by hand.
"""

from __future__ import annotations

WORDS = """
actin action adapted adaption adopted adoption angular annular assert asset backed backend baked based bending
biased binding blending camber career carter carver casual causal chamber chance change changed changing charge
charged charging chopper cloned cloning closed closing coaching coding coming compete competing complaint complement
complete completing compliant compliment compute computing connection contact content contest context contract
contrast convection convention copper coral corral couching country county course crate create creation cremation
currant current curse dairy decade decent decide defect defend defendant depend dependant dependent derive deriving
descent desert dessert detect device devise diary divided dividend diving draught drive driving drought ejection
election electron energy entergy erection exert expansive expect expensive expert extensive facing fading failed
fairly fairy farther faster father fellow fiction field fight filed filing filled filling finding fixing flight
follow forced formed forth foster founded fourth fraction friction fright funded funding further gating generic
genetic grading grating grazing header heading healing hearing heater heating infect infected infection inject
injected injection insect inspect interment internal internment interval landing later latter leading leaving
lending letter license licensee lifting lining linking listing litter loading margin marital martial martian martin
maser master mating matter matting meeting melting mental metal meteor meter moral morning mortal mourning nation
national neuron neutron notion notional opened openid paint painted pairs parent paris parsing partly party passing
patent patient pausing paying pearson perform person phonon photon piece pierce placed plaint planet planform
planning plant planting plasmid plastid plated platform played playing pointed preform prescribe prescription
present presented prevent prevented printed project properly property proscribe proscription protect proton qualify
quality raising reactor reader rector regarding remain remained remote remove render resolution resolving retain
retained retarding revenge revenue revolution revolving rising sample scaled scared scarred scored sealed section
seeding sending shaped shaping shared sharing shearing shower signer simmer simple simulated simulation singer
slower specially specialty speeding spending spring stagger stand staring starring started starved state stated
stationary stationery statue statute steam stimulated stimulation sting stored storing strand stream string strong
strung subset suction summer sunset swagger taking talking tasking taxing there thorough though threat three throat
through thrust tracing trading trail trailing training transit transmit treat trial trough trust tuned tuning turned
turning unload unloaded unloading upload uploaded uploading vertex vortex waiting wandering winding winning
wondering writing
"""
LOOKALIKES = frozenset(WORDS.split())
