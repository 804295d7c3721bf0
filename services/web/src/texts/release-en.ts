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
    decide:
      'You decide about these, as a teacher of the course. Look in A+ what stands there, and tell whoever runs this service, who records what you decide.',
    more: (count: number) => (count === 1 ? 'One more is not listed here.' : `${count} more are not listed here.`),
    ambiguous: 'Perhaps it arrived: A+ did not answer clearly.',
    notSeen: (time: string) => `Not seen in A+ at ${time}, which proves nothing.`,
    gradedElsewhere: (grade: string) => `A person gave ${grade} in A+ meanwhile. Nothing was sent.`,
    kinds: {
      capability_gone: 'Nothing was sent: A+ has to send the submission here again.',
      never_sent: 'Nothing was sent: A+ could not be reached for three days.',
      verification_refused: 'Nothing was sent: A+ did not let this service look at the submission.',
      invalid_grade: 'A+ did not take these points or this text.',
      rate_limited: 'A+ had too many requests at that time.',
    },
    refused: 'A+ refused it.',
  },
}
