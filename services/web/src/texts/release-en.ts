export const release = {
  title: (exercise: string) => `Release ${exercise}`,
  warning: {
    what: 'Students read points and feedback, and the grades that A+ can take are sent to it.',
    reveal: 'They read them here at once: a release here does not wait for the rule by which A+ reveals results.',
    final: 'This cannot be taken back.',
  },
  will: 'will be released',
  blocked: 'cannot be sent to A+: students read them all the same',
  notGraded: 'not graded yet',
  what: 'What will be released',
  more: (count: number) => `${count === 1 ? 'One more is' : `${count} more are`} not listed here, and released, too.`,
  all: 'See the list',
  gradedBy: 'Graded by',
  inPlatform: 'In A+',
  notes: {
    gone: 'A+ no longer has this submission: no grade is sent.',
    undeliverable: 'No grade is sent unless A+ sends the submission here again.',
    earlier: (grade: string) => `A+ still shows the earlier grade, ${grade}.`,
  },
  button: 'Release',
  notNow: 'Not now',
  nothing: 'There is nothing to release.',
  done: (count: number) => {
    if (count === 0) return 'Nothing was released: what was listed has changed meanwhile. Look again.'
    return count === 1 ? 'One result was released.' : `${count} results were released.`
  },
  taken: 'What A+ took so far',
  delivered: 'arrived',
  underWay: 'on their way',
  ambiguous: 'perhaps arrived',
  refused: 'refused',
  unsettled: {
    title: 'What has not arrived for sure',
    why: 'Why',
    decide: 'You decide about these, as a teacher of the course, one by one or several at once. Look in A+ first.',
    more: (count: number) => (count === 1 ? 'One more is not listed here.' : `${count} more are not listed here.`),
  },
}
