import Type from 'typebox'
import { textOf } from './text-rules.ts'

const languageName = '^[a-z]{2,3}(-[A-Z]{2})?$'

/** A text in languages of a course. A reader gets their own language, else the first one of the course, else the first that is given. */
export const localized = (maxLength: number, description: string) =>
  Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    minProperties: 1,
    patternProperties: { [languageName]: { type: 'string', minLength: 1, maxLength, ...textOf('not_blank', '') } },
    additionalProperties: false,
    description,
  })
