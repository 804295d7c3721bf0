import type { Localized } from '@course-grading/domain/rubrics/rubric-document'
import { byItem } from './by-item.ts'
import { partsOf } from './editor-state.ts'
import { textFields, type TextName, type TypedCriterion, type TypedRubric } from './typed-rubric.ts'

/** How many texts there are, and how many of them have words in which language. */
interface Written {
  readonly texts: number
  readonly byLanguage: ReadonlyMap<string, number>
}

/** The languages of the course, and those of which the course has no more but the rubric has texts: these must be emptied. */
export const languagesIn = (rubric: TypedRubric, ofCourse: readonly string[]): string[] => [
  ...new Set([...ofCourse, ...writtenIn(rubric, writtenAnywhere).flatMap(({ byLanguage }) => [...byLanguage.keys()])]),
]

/** How many texts have words in some language, but none in this one. */
export const missingIn = (rubric: TypedRubric, language: string): number =>
  writtenIn(rubric, writtenShown).reduce(
    (missing, { texts, byLanguage }) => missing + texts - (byLanguage.get(language) ?? 0),
    0,
  )

const writtenIn = (
  { title, description, criteria }: TypedRubric,
  ofCriterion: (criterion: TypedCriterion) => Written,
): Written[] => [countTexts([title, description]), ...criteria.map(ofCriterion)]

const textsOf = (worded: readonly Readonly<Record<TextName, Localized>>[]): Localized[] =>
  worded.flatMap((each) => textFields.map((field) => each[field]))

/** What was typed for another kind is not shown, but stays. */
const writtenAnywhere = byItem((criterion: TypedCriterion) =>
  countTexts(textsOf([criterion, ...criterion.levels, ...criterion.checks])),
)
const writtenShown = byItem((criterion: TypedCriterion) => countTexts(textsOf([criterion, ...partsOf(criterion)])))

function countTexts(texts: readonly Localized[]): Written {
  const byLanguage = new Map<string, number>()
  let count = 0
  for (const text of texts) {
    const languages = Object.keys(text).filter((language) => text[language] !== '')
    if (languages.length > 0) count += 1
    for (const language of languages) byLanguage.set(language, (byLanguage.get(language) ?? 0) + 1)
  }
  return { texts: count, byLanguage }
}
