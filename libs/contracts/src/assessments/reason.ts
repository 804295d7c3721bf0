import Type from 'typebox'
import { requiredText } from '../schemas/required-text.ts'

/** The body of an operation for which a person has to give a reason. */
export const reasonBody = Type.Object(
  { reason: requiredText(500, 'For the history.') },
  { additionalProperties: false },
)
