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
  ['ʻ', ''],
  ['ʼ', ''],
  ['’', ''],
  ["'", ''],
  // A capital sigma becomes one of two letters by its position in the word; in a part of the word the position differs.
  ['ς', 'σ'],
])

/** Removes accents, case, apostrophes and invisible characters, with single blanks. Folding again changes nothing. */
export function foldForSearch(text: string): string {
  // Through upper case first, since some letters differ in lower case only.
  return decomposed(decomposed(text.toUpperCase()).toUpperCase().toLowerCase())
    .replace(/[^\p{ASCII}]|'/gu, (letter) => plainLetters.get(letter) ?? letter)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

function decomposed(text: string): string {
  return text.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
}
