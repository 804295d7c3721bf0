const works = (count: number): string => (count === 1 ? '1 work' : `${count} works`)

/** How an exercise is graded by hand. */
export const exerciseSettings = {
  newRubric: 'New rubric for this exercise',
  place: 'Settings',
  title: (exercise: string) => `Settings of ${exercise}`,
  lead: 'How works of this exercise are judged, who takes which, and when students read about them.',
  parts: { judging: 'Judging', queueing: 'The queue', releasing: 'Release' },
  fields: {
    rubricId: 'Rubric',
    anonymous: 'Graders see aliases instead of names',
    attempts: 'Attempts',
    order: 'Order',
    autoPoints: 'Points of automatic checks',
    release: 'Students read results',
    releaseAt: 'Released by itself at',
    leaseMinutes: 'Minutes of a claim',
    maxOpenClaims: 'Claims at once',
    dueAt: 'Grading is due at',
    notify: 'A+ notifies students of their grade',
  },
  about: {
    rubricId: (begun: number) => `Works that are taken up from now on get it; begun ones keep theirs: ${works(begun)}.`,
    anonymous: (left: number) => `Until the release, also for teachers. It concerns ${works(left)} now.`,
    attempts: (waiting: number) =>
      `Which works of the same people wait; it is decided again when you save. Now: ${works(waiting)}.`,
    order: (waiting: number) => `In which order graders get what waits: ${works(waiting)}.`,
    autoPoints: (left: number) => `It counts for the grades of ${works(left)} that students do not read yet.`,
    release: (completed: number) =>
      `It holds for what is completed from now on. Completed and not released: ${works(completed)}.`,
    releaseAt: (completed: number) =>
      `Only where a teacher releases. What is completed by then: ${works(completed)} now.`,
    leaseMinutes: (held: number) =>
      `5 to 240. So long after the last save a work goes back to the queue with its draft. Held now: ${works(held)}.`,
    maxOpenClaims: (held: number) => `1 to 50. So many works may one grader hold. Held now: ${works(held)}.`,
    dueAt: (waiting: number) => `Graders see it; nothing ends then. Waiting: ${works(waiting)}.`,
    notify: (left: number) => `When a grade arrives there. It concerns ${works(left)} from now on.`,
  },
  options: {
    pointsOnly: 'Points only, no rubric',
    otherRubric: 'A rubric that is not offered any more',
    shown: 'Graders see them, and they count nothing',
    added: 'They are added: the grade replaces that of the checks in A+, and their feedback',
    latest: 'The newest one',
    all: 'Each one',
    bands: 'By day, within a day at random',
    oldest: 'The oldest first',
    manual: 'When a teacher releases them',
    immediate: 'At once, when they are completed',
    unseen: 'They read them before anybody else looks.',
  },
  on: 'yes',
  off: 'no',
  faults: {
    needsManual: 'A time needs that a teacher releases.',
    needsPublished: 'The course has no such rubric that is published.',
    minutesRange: 'A whole number from 5 to 240.',
    claimsRange: 'A whole number from 1 to 50.',
  },
}
