/** Words of the text that goes to the learning platform, beside those of the rubric and the grader. */
interface FixedWords {
  readonly points: string
  readonly criterion: string
  readonly comment: string
  readonly adjustment: string
}

const words: Readonly<Record<string, FixedWords>> = {
  fi: { points: 'Pisteet', criterion: 'Arviointikohde', comment: 'Kommentti', adjustment: 'Korjaus' },
  sv: { points: 'Poäng', criterion: 'Bedömningsgrund', comment: 'Kommentar', adjustment: 'Justering' },
}
const english: FixedWords = { points: 'Points', criterion: 'Criterion', comment: 'Comment', adjustment: 'Adjustment' }

/** In Finnish, Swedish or English; English for every other language. */
export function fixedWords(language: string): FixedWords {
  return Object.hasOwn(words, language) ? (words[language] ?? english) : english
}
