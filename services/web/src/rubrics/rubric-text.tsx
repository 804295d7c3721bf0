import type { Localized } from '@course-grading/domain/rubrics/rubric-document'
import { languageOfText, localizedText } from '../islands/display/localized-text.ts'
import type { Locale } from '../texts/texts.ts'

/** A text of a rubric, with the language that it is in. */
export const RubricText = ({ texts, locale }: { readonly texts: Localized; readonly locale: Locale }) => (
  <span lang={languageOfText(texts, locale)}>{localizedText(texts, locale)}</span>
)
