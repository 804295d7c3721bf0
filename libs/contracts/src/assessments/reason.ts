import Type from 'typebox'
import { requiredText } from '../required-text.ts'

/** Of a step for which a person has to give a reason. */
export const reasonBody = Type.Object(
  { reason: requiredText(500, 'For the history.') },
  { additionalProperties: false },
)
