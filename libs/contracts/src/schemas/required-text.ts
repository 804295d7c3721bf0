import Type from 'typebox'

/** The form of a text that is not only white space. The empty text has an issue of its own, by its length. */
export const notBlank = '^$|\\S'

export const requiredText = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: notBlank, description: `${description} Not white space alone.` })
