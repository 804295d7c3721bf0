/** The comments that graders insert, and what new feedback begins with. */
export const comments = {
  title: 'Comments',
  none: 'There are no comments to insert here yet.',
  find: 'Search',
  all: 'All comments',
  create: 'New comment',
  change: 'Change a comment',
  lead: 'Graders insert it into feedback, comments and annotations. Where it was inserted, its text stays as it was.',
  retiredMeanwhile: 'This can no longer be changed: somebody retired it meanwhile. Copy what you need of your text.',
  columns: {
    label: 'Comment',
    text: 'Text',
    points: 'Points',
    exercise: 'Exercise',
    uses: 'Uses',
    lastUsed: 'Last used',
  },
  onlyMe: 'only you',
  fields: {
    label: 'Label',
    text: 'Text',
    points: 'Points',
    exerciseId: 'Exercise',
    scope: 'Shown to',
  },
  about: {
    label: 'By this graders find it, and by the words of its texts.',
    points: 'What it suggests. Inserting it changes no points.',
    exerciseId: 'It is offered there alone.',
  },
  everyExercise: 'in every exercise',
  scopes: { course: 'everybody who grades in this course', personal: 'you alone' },
  tooMany: 'There are as many comments as there can be: 2,000 of a course, 500 of a person. Retire one first.',
  retire: 'Retire',
  retirement: {
    title: (label: string) => `Retire ${label}?`,
    final: (uses: number) =>
      `It is not offered any more. What was inserted keeps its text: ${uses === 1 ? 'it was used once' : `it was used ${uses} times`}. This cannot be taken back.`,
    notNow: 'Keep it',
  },
  done: {
    saved: 'The comment is changed. What was inserted before keeps its text.',
    created: 'The comment can be inserted now.',
    retired: 'The comment is retired. What was inserted keeps its text.',
    changed: 'Nothing was done: the comment was changed or retired meanwhile.',
  },
  templates: {
    title: 'Templates',
    lead: 'New feedback begins with the text of its language. {{studentName}} becomes the names of who handed it in, {{exerciseName}} the exercise, {{points}} and {{maxPoints}} what is given in the end. Feedback that has begun keeps its text.',
    none: 'New feedback begins empty.',
    unknownPlaceholder:
      'This does not fit. In double braces stand only {{studentName}}, {{exerciseName}}, {{points}} and {{maxPoints}}, in languages of the course.',
  },
}
