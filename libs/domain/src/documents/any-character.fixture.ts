import fc from 'fast-check'

/** Any code point, halves of pairs and controls included. fast-check's own unit of these builds a table for seconds. */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point))
