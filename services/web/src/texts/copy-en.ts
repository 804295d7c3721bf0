const some =
  (one: string, many: string) =>
  (count: number): string =>
    `${count} ${count === 1 ? one : many}`

/** A new term takes over the grading of another course. */
export const copy = {
  title: 'Copy from a course',
  lead: 'This takes over the published rubrics of another course, its comments, its feedback templates and the settings of its exercises. Nothing here is replaced, and what is here already does not come twice.',
  notGraders: 'Graders are not copied.',
  noSource: 'You teach no other course that is set up here.',
  choose: 'Show the exercises of that course',
  fields: {
    from: 'Which course',
    pairs: 'Exercises that belong together',
    addTo: 'Exercise of this course that gets settings',
    addFrom: 'Exercise of the other course that has them',
  },
  aboutPairs:
    'Those whose names are equal in some language are proposed. The chosen ones get the settings of the other, but for its times. Comments that are offered with one exercise come with it.',
  noPairs:
    'No two exercises by hand have an equal name. Choose the exercises by hand first, or add pairs: without any, only rubrics, comments and templates are copied.',
  pair: (own: string, other: string) => `${own}, as ${other}`,
  nothingChosen: 'Choose one',
  add: 'Add a pair',
  copyFrom: (course: string) => `Copy from ${course}`,
  again: 'Copy again',
  goOn: {
    rest: 'Go on with the rest',
    pairs: (first: number, last: number) => `Go on with exercises ${first} to ${last}`,
  },
  made: 'What this has copied into the course',
  nothing: 'Nothing.',
  leftOut: 'What was left out, and for which reason',
  counts: {
    rubrics: some('rubric', 'rubrics'),
    snippets: some('comment', 'comments'),
    exercises: some('exercise', 'exercises'),
    settings: some('exercise', 'exercises'),
    templates: some('feedback template', 'feedback templates'),
  },
  byReason: {
    rubrics: {
      copied_before: 'this course has a copy of it already.',
      isNewerThanCopy:
        'this course has a copy of it already, and since then it was published again in the other course. The copy stays as it is.',
      not_published: 'never published, so no grader has used it.',
      archived: 'archived in the other course.',
      no_language: 'a title has no text in a language of this course.',
      ask_again: 'no room in one request. Go on for it.',
    },
    snippets: {
      copied_before: 'this course has a copy of it already.',
      no_language: 'no text in a language of this course.',
      no_exercise: 'offered with one exercise alone, which is not among the chosen ones.',
      ask_again: 'no room in one request. Go on for it.',
      too_many: 'this course has as many comments as a course may have.',
    },
    exercises: {
      not_listed: 'not graded by hand in this course.',
      no_settings: 'nobody has chosen settings for it in the other course.',
      has_settings: 'it has settings here, which stay.',
      rubric_left_out: 'the rubric of its settings was left out.',
    },
    settings: {
      dueAt: 'without the time when grading is due, which belongs to its term. Set it here.',
      releaseAt: 'without the time of its release, which belongs to its term. Set it here.',
    },
    templates: {
      no_language: 'not a language of this course.',
      has_templates: 'this course has one of its own, which stays.',
    },
  },
  otherReason: 'for a reason that this page does not know.',
}
