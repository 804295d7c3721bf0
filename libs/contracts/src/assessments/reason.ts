import Type from 'typebox'
import { requiredText } from '../schemas/required-text.ts'

export const reasonBody = Type.Object(
  { reason: requiredText(500, 'For the history.') },
  { additionalProperties: false },
)
