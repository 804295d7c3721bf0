/** What pages say. `fi.ts` has the same members. */
export const en = {
  product: 'Course grading',
  signIn: {
    title: 'Sign in',
    token: 'API token',
    button: 'Sign in',
    how: 'Open the course in A+ and choose Course grading in its menu. Or paste the API token of your A+ profile page here.',
    platform: 'Go to A+',
    refused: 'A+ does not know this token. Copy it again from your profile page.',
    empty: 'Paste your API token.',
  },
  signOut: 'Sign out',
  courses: {
    title: 'My courses',
    none: 'You have no courses in A+.',
    notConfigured: 'not set up yet',
    roles: { teacher: 'teacher', assistant: 'assistant', grader: 'grader', student: 'student' },
  },
  problems: {
    title: 'This did not work',
    back: 'Back to my courses',
    requestId: (id: string) => `Request ${id}`,
    byCode: {
      not_found: 'There is no such page, or you may not see it.',
      forbidden: 'You may not do this, or the form was sent from another site.',
      overloaded: 'The service is busy or away for a moment. Try again.',
      rate_limited: 'Too many attempts. Wait a minute and try again.',
      upstream_unavailable: 'A+ does not answer. Try again in a moment.',
    },
    other: 'Something went wrong. Nothing was changed if you do not see the change.',
  },
}
