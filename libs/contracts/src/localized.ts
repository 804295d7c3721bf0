import Type from 'typebox'
import { notBlank } from './required-text.ts'

/** As the settings of a course name a language. */
const languageName = '^[a-z]{2,3}(-[A-Z]{2})?$'

/** Readers get their language, else the course's first one, else the first that is given. */
export const localized = (maxLength: number, description: string) =>
  Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    minProperties: 1,
    patternProperties: { [languageName]: { type: 'string', minLength: 1, maxLength, pattern: notBlank } },
    additionalProperties: false,
    description,
  })
