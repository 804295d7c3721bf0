import Type from 'typebox'
import { notBlank } from './required-text.ts'

/** Names a language as the settings of a course do. */
const languageName = '^[a-z]{2,3}(-[A-Z]{2})?$'

/** One text in languages of a course. Readers get theirs, else the course's first one, else the first that is given. */
export const localized = (maxLength: number, description: string) =>
  Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    minProperties: 1,
    patternProperties: { [languageName]: { type: 'string', minLength: 1, maxLength, pattern: notBlank } },
    additionalProperties: false,
    description,
  })
