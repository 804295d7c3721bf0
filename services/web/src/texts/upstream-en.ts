export const upstream = {
  late: (given: string, counts: string, percent: string) =>
    `${given} given here; A+ counts ${counts}: ${percent} off for lateness`,
  scaled: (given: string, counts: string) => `${given} given here; A+ counts ${counts}`,
  gradedThere: (counts: string) => `A+ shows ${counts}, given there by a teacher`,
  otherGrade: 'A+ has another grade, given there by a teacher',
  notCounted: 'A+ does not count this attempt',
  onItsWay: 'not yet in A+',
  notArrived: 'not in A+',
  willCount: (counts: string, percent: string) => `A+ will count ${counts}: ${percent} off for lateness`,
}
