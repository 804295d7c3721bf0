import Type from 'typebox'
import { requiredText } from '../schemas/required-text.ts'

/** The body of a step that a person has to give a reason for. */
export const reasonBody = Type.Object(
  { reason: requiredText(500, 'For the history.') },
  { additionalProperties: false },
)
