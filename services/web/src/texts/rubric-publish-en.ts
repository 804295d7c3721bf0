/** Publishing a rubric, and taking works to its latest version. */
export const rubricPublish = {
  title: 'Publish',
  first: 'It was not published before: this becomes version 1, which exercises can use.',
  changes: 'What publishing this draft would change',
  publishVersion: (version: number) => `Publish version ${version}`,
  publishWording: 'Publish new wording',
  wordingReaches: (begun: number, completed: number) =>
    `Graders of the ${begun} begun works read the new words at once. ${completed} completed ones keep the words of their completion.`,
  structureStays: (begun: number, completed: number) =>
    `${begun} begun and ${completed} completed works stay on their version until you move them; what would change is shown first.`,
  nothing: 'The draft says the same as the latest version, so there is nothing to publish.',
  back: 'Back to where you write it',
  stands: (version: string) => `Published: ${version}.`,
  chooseFor: (exercise: string) => `Use it for ${exercise}`,
  move: 'Move works',
  older: (count: number) =>
    count === 1 ? 'One work is on an earlier version.' : `${count} works are on earlier versions.`,
  backToWork: 'Back to the work',
  done: 'To the rubric',
  notices: {
    published: 'It is published, and can be used now.',
    changed: 'Nothing was done: somebody changed this meanwhile. Look at it again.',
    used: 'The exercise uses it for works that are taken up from now on.',
  },
}

export const rubricMove = {
  title: 'Move works to the latest version',
  lead: (version: number) =>
    `Works that were judged by an earlier version are planned again by version ${version}. Nothing changes before you have seen the plan.`,
  which: 'Which exercise their works belong to:',
  everyExercise: 'of all the exercises that use this rubric',
  begun: (count: number) => `begun works (${count} on earlier versions)`,
  completed: (count: number) => `completed works (${count} on earlier versions)`,
  plan: 'Show what would change by this',
  faults: {
    none: 'Choose begun works, completed ones, or both of them.',
    tooMany: 'A plan takes at most 5,000 works. Choose one exercise, or fewer works.',
  },
  move: (count: number) => (count === 1 ? 'Move 1 work' : `Move ${count} works`),
  moved: (count: number) =>
    count === 1 ? 'One work was moved. Nothing was sent.' : `${count} works were moved. Nothing was sent.`,
  stale:
    'Nothing was moved: a work was changed since this plan was made, or the plan was run or is too old. Plan again.',
  planAgain: 'Plan again',
  totals: {
    works: (begun: number, completed: number, version: number) =>
      `${begun} begun and ${completed} completed works go to version ${version}.`,
    replaced: (count: number) => `Results with other points or another maximum, which wait for a release: ${count}.`,
    shown: (count: number) => `A+ will show other points for ${count} once you release them.`,
    delivered: (count: number) => `Works whose present grade has arrived in A+: ${count}.`,
    dropped: (count: number) => `Works that lose scores which the new version does not have: ${count}.`,
    reopened: (count: number) => `Completed works that lack something then, and have to be completed again: ${count}.`,
    blocked: (count: number) => `Works that are left as they are, since their grades are being sent: ${count}.`,
  },
  works: 'Works by what happens to them',
  all: 'all works that the plan has',
  effects: {
    result: 'gets another result than it has now',
    reopened: 'goes back to being in progress',
    version: 'keeps its result on the new version',
    scores: 'in progress, its scores are carried over',
  },
  columns: {
    exercise: 'Exercise',
    effect: 'What happens to this work then',
    before: 'Points now',
    after: 'Points then',
    dropped: 'Lost',
  },
  dropped: (count: number) => (count === 1 ? '1 score' : `${count} scores`),
}
