import type { upstream as english } from './upstream-en.ts'

export const upstream: typeof english = {
  late: (given, counts, percent) => `${given} givna här; A+ räknar ${counts}: ${percent} avdrag för försening`,
  scaled: (given, counts) => `${given} givna här; A+ räknar ${counts}`,
  gradedThere: (counts) => `A+ visar ${counts}, som en lärare har gett där`,
  otherGrade: 'A+ har ett annat vitsord, som en lärare har gett där',
  notCounted: 'A+ räknar inte det här försöket',
  onItsWay: 'ännu inte i A+',
  notArrived: 'inte i A+',
  willCount: (counts, percent) => `A+ kommer att räkna ${counts}: ${percent} avdrag för försening`,
}
