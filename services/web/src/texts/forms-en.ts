/** What every form says. */
export const forms = {
  save: 'Save',
  saved: 'What you changed is saved now.',
  refused: (count: number) =>
    count === 1
      ? 'Nothing is saved yet. One thing has to be mended:'
      : `Nothing is saved yet. ${count} things have to be mended:`,
  changed: 'Somebody else saved this while you were writing.',
  changedBy: (name: string, time: string) => `${name} saved this while you were writing, ${time}.`,
  choose:
    'What only one of you changed stands below. You both changed what is named here: choose, and save again. What you see is written then.',
  now: (value: string) => `Now: ${value}`,
  nothing: 'nothing',
  use: 'Use this',
  away: 'This could not be saved now. All that you typed is kept in this page: send it again in a moment.',
  sessionEnded:
    'Your session has ended. All that you typed is kept in this page: sign in, which opens another tab, and then send it again here.',
  otherPerson:
    'Another person has signed in in this browser since you opened the form. Nothing was saved. All that was typed is kept in this page: whoever typed it signs in again, and then sends it here.',
  carried: 'All that you typed is kept in this page.',
  byCode: {
    required: 'This cannot be empty: something is needed.',
    unreadable: 'This is no number that can be read.',
    invalid_value: 'This does not fit what is allowed here.',
    invalid_format: 'This is not written as is allowed here.',
    too_small: 'This is less than is allowed here.',
    too_large: 'This is more than is allowed here.',
    too_short: 'This text is shorter than is allowed.',
    too_long: 'This text is longer than is allowed.',
    duplicate: 'This stands here more than once already.',
    not_staff: 'This person is no staff of the course in A+ now.',
    conflict: 'This belongs to something else already.',
    too_many_issues: 'There is more to mend than is listed here.',
    not_in_state: 'This can no longer be changed. Copy what you need of your text.',
    revision_conflict: 'Others are saving this right now. Save again.',
    manual_grading_exercise_conflict: 'Another course grades one of these exercises by hand.',
    forbidden: 'You may not do this.',
  },
  otherwise: 'Something about this does not fit.',
}
