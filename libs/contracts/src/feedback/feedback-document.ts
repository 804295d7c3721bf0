import Type from 'typebox'

/** What a person writes for students. */
export const feedbackBody = Type.String({
  maxLength: 200_000,
  description: 'CommonMark with the tables, task lists and strikethrough of GitHub.',
})
