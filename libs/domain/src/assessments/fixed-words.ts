import type { AnnotationKind } from '../feedback/feedback-text.ts'
import type { PartKind } from '../rubrics/result-part.ts'

/** All other words in the text for the learning platform come from the rubric and the grader. */
interface FixedWords {
  readonly points: string
  readonly outOf: string
  readonly inUpstream: string
  /** After points and their maximum, where the learning platform takes some off. */
  readonly given: string
  readonly forLateness: (percent: string) => string
  readonly criterion: string
  readonly comment: string
  readonly adjustment: string
  readonly parts: Readonly<Record<Exclude<PartKind, 'criterion' | 'adjustment'>, string>>
  readonly notChosen: string
  readonly answer: string
  readonly line: string
  readonly lines: string
  readonly kinds: Readonly<Record<AnnotationKind, string>>
}

export type FixedLanguage = 'en' | 'fi' | 'sv'

const words: Readonly<Record<FixedLanguage, FixedWords>> = {
  fi: {
    points: 'Pisteet',
    outOf: '/',
    inUpstream: 'A+:ssa',
    given: 'annettu',
    forLateness: (percent) => `${percent} vähemmän myöhästymisen vuoksi`,
    criterion: 'Arviointikohde',
    comment: 'Kommentti',
    adjustment: 'Pistekorjaus',
    parts: {
      starting: 'Lähtöpisteet',
      hidden: 'Muut arviointikohteet',
      automatic: 'Automaattinen tarkistus',
      rounding: 'Pyöristys',
      limit: 'Pisteraja',
    },
    notChosen: 'Ei valittu',
    answer: 'Vastaus',
    line: 'Rivi',
    lines: 'Rivit',
    kinds: { praise: 'Kehu', issue: 'Ongelma', question: 'Kysymys', note: 'Huomautus' },
  },
  sv: {
    points: 'Poäng',
    outOf: 'av',
    inUpstream: 'i A+',
    given: 'givna',
    forLateness: (percent) => `${percent} mindre för försening`,
    criterion: 'Bedömningsgrund',
    comment: 'Kommentar',
    adjustment: 'Justering',
    parts: {
      starting: 'Utgångspoäng',
      hidden: 'Övriga bedömningsgrunder',
      automatic: 'Automatisk kontroll',
      rounding: 'Avrundning',
      limit: 'Poänggräns',
    },
    notChosen: 'Inte valt',
    answer: 'Svar',
    line: 'Rad',
    lines: 'Rader',
    kinds: { praise: 'Beröm', issue: 'Problem', question: 'Fråga', note: 'Anmärkning' },
  },
  en: {
    points: 'Points',
    outOf: 'of',
    inUpstream: 'in A+',
    given: 'given',
    forLateness: (percent) => `${percent} off for lateness`,
    criterion: 'Criterion',
    comment: 'Comment',
    adjustment: 'Adjustment',
    parts: {
      starting: 'Starting points',
      hidden: 'Other criteria',
      automatic: 'Automatic checks',
      rounding: 'Rounding',
      limit: 'Limit of points',
    },
    notChosen: 'Not chosen',
    answer: 'Answer',
    line: 'Line',
    lines: 'Lines',
    kinds: { praise: 'Praise', issue: 'Issue', question: 'Question', note: 'Note' },
  },
}

/** English stands for every other language. */
export const fixedLanguage = (language: string): FixedLanguage =>
  language === 'fi' || language === 'sv' ? language : 'en'

export function fixedWords(language: string): FixedWords {
  return words[fixedLanguage(language)]
}
