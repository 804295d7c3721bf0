/** What a person chooses for all courses, and where they are signed in. */
export const preferences = {
  title: 'My preferences',
  fields: {
    locale: 'Language',
    timeZone: 'Time zone',
    theme: 'Theme',
    autoAdvance: 'Go on to the next submission',
    hideTemplateCode: 'Fold lines of templates',
    pinned: 'Courses that come first',
  },
  about: {
    timeZone: 'All times are written in it.',
    autoAdvance: 'Completing one opens the next; otherwise the queue.',
    hideTemplateCode: 'Files and lines that students were given are folded in their works.',
    pinned: 'They stand above the others in your list of courses.',
  },
  otherZone: (zone: string) => `that of this service: ${zone}`,
  sessions: {
    title: 'Where you are signed in',
    began: 'When it began',
    lastUsed: 'Last used',
    here: 'this browser',
    elsewhere: 'Sign out elsewhere',
    ended: 'You are signed out everywhere else.',
  },
}
