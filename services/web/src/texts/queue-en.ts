export interface Progress {
  readonly released: number
  readonly completed: number
  readonly inProgress: number
  readonly waiting: number
  readonly mine: number
}

export const queue = {
  exerciseTitle: 'Exercise',
  waiting: 'Waiting',
  inProgress: 'In progress',
  completed: 'Completed',
  released: 'Released',
  due: 'Due',
  which: 'Which submissions',
  lists: {
    waiting: 'Waiting',
    in_progress: 'In progress',
    completed: 'Completed',
    released: 'Released',
    mine: 'Mine',
  },
  howFar: 'How far',
  graded: (part: string) => `${part} graded`,
  progress: (is: Progress) =>
    `${is.released} released · ${is.completed} completed · ${is.inProgress} in progress · ${is.waiting} waiting, ${is.mine} for you`,
  oldest: (time: string) => `the oldest waiting since ${time}`,
  dueOn: (day: string) => `due ${day}`,
  byName: 'Filter by name',
  filter: 'Filter',
  all: 'Everybody',
  nobodyNamed: 'Nobody in this list has this name. Anonymous work is found by no name.',
  forOthers: 'All that waits here is for other graders.',
  nothingWaits: 'Nothing waits here.',
  until: (name: string, time: string) => `${name}, until ${time}`,
  release: 'Release grades',
  releaseSome: (count: number) => `Release ${count}`,
  nobody: 'There is nothing in this list.',
  gone: 'A+ no longer has it',
  superseded: 'superseded by a newer attempt',
  postponed: 'postponed',
  postponedFor: (note: string) => `postponed: ${note}`,
  unsettled: {
    ambiguous: (count: number) =>
      count === 1 ? 'One grade may have arrived in A+.' : `${count} grades may have arrived in A+.`,
    refused: (count: number) => (count === 1 ? 'One grade was refused.' : `${count} grades were refused.`),
    undeliverable: (count: number) =>
      count === 1 ? 'One grade cannot be sent to A+.' : `${count} grades cannot be sent to A+.`,
    forTeachers: 'See whose, and what you can decide',
    forOthers: 'A teacher of the course can see whose, and decide.',
  },
  who: 'Who',
  handedIn: 'Handed in',
  attempt: 'Attempt',
  language: 'Language',
  automatic: 'Automatic',
  points: 'Points',
  heldBy: 'Held by',
  gradeNext: 'Grade next',
  takeUp: 'Take up',
  open: 'Open',
  assessment: 'Assessment',
  /** What the person has just done. */
  done: { completed: 'Completed.', postpone: 'Postponed.', handBack: 'Handed back.' },
  notices: {
    nothing_left: 'Nothing is left for you here.',
    claim_limit: 'You hold as many submissions as you may. Complete or hand back one of them first.',
    already_claimed: 'Somebody else holds that submission.',
    not_in_state: 'That submission does not wait any more.',
    forbidden: 'You may not grade that submission.',
  },
}
