import Type from 'typebox'

/** The body of a step that a person has to give a reason for. */
export const reasonBody = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 500, description: 'For the history.' }) },
  { additionalProperties: false },
)
