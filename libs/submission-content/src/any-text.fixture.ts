import fc from 'fast-check'

/** Characters with a meaning in JSON, in encodings and at line ends, and any other code point, lone surrogates included. */
const unit = fc.oneof(
  fc.constantFrom(...'ab "\\/\t\n\r\f\b\0\u0001\u001B\u007F\u0085éä€“\u2028\uFEFF', '\r\n', '😀', '\uD800', '\uDC00'),
  fc.nat({ max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
)

/** Any text that JavaScript can hold. */
export const anyText = (maxLength: number): fc.Arbitrary<string> => fc.string({ unit, maxLength })

/** Any text that can be sent. */
export const wellFormedText = (maxLength: number): fc.Arbitrary<string> =>
  anyText(maxLength).map((text) => text.toWellFormed())
