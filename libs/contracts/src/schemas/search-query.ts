import Type from 'typebox'

/** The parameter `q` of a list. `found` says what must have the words. */
export const searchQuery = (found: string) =>
  Type.Optional(
    Type.String({
      maxLength: 200,
      description: [
        `Only ${found}. Case, accents, apostrophes, the kind of hyphen and the order of words do not matter`,
        '(`Koski, Anna` finds Anna Koski); an empty text is no filter.',
      ].join(' '),
    }),
  )
