/** Letters that Unicode does not decompose into a base letter and a mark, with what people type for them. */
const plainLetters = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['þ', 'th'],
  ['ŋ', 'n'],
  ['ə', 'e'],
  ['ɓ', 'b'],
  ['ɗ', 'd'],
  ['ƙ', 'k'],
  ['ƴ', 'y'],
  // A capital sigma becomes one of two letters by its position in the word; in a part of the word the position differs.
  ['ς', 'σ'],
])

/** Whatever is typed for an apostrophe: quotation marks, primes, accents without a letter, and the letters of some languages. */
const apostrophes =
  /['`\u00B4\u02B9\u02BB-\u02BF\u02C8\u02CA\u02CB\u055A\u05F3\u07F4\u07F5\u1FBD\u1FBF\u1FEF\u1FFD\u1FFE\u2018-\u201B\u2032\u2035\uA78B\uA78C]/gu

const hyphens = /[\p{Pd}\u2043\u2212]/gu

/** Removes accents, case, apostrophes and invisible characters, with single blanks and one hyphen. Folding again changes nothing. */
export function foldForSearch(text: string): string {
  // Through upper case first, since some letters differ in lower case only.
  return decomposed(decomposed(text.toUpperCase()).toUpperCase().toLowerCase())
    .replace(/[^\p{ASCII}]/gu, (letter) => plainLetters.get(letter) ?? letter)
    .replace(hyphens, '-')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Apostrophes go before NFKD, which makes a blank and a mark of some, and after NFD, which makes an apostrophe and an accent of others. */
function decomposed(text: string): string {
  return text
    .normalize('NFD')
    .replace(apostrophes, '')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
}
