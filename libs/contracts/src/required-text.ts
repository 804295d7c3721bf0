import Type from 'typebox'

/** White space alone is none. The empty text has an issue of its own, by its length. */
export const notBlank = '^$|\\S'

export const requiredText = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: notBlank, description: `${description} Not white space alone.` })
