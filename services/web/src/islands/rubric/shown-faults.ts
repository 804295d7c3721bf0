import { languageName } from '../display/formats.ts'
import { localizedText } from '../display/localized-text.ts'
import type { Fault } from '../forms/form-look.ts'
import type { Locale, Texts } from '../../texts/texts.ts'
import { type EditorState, shownFields } from './editor-state.ts'
import { type Finding, nameOfFinding } from './findings.ts'
import type { TypedCriterion, TypedRubric } from './typed-rubric.ts'

interface Reader {
  readonly texts: Texts
  readonly locale: Locale
}

/** The title of a criterion or, before it has one, its place. */
export const titleOfCriterion = (
  { criteria }: Pick<TypedRubric, 'criteria'>,
  criterion: TypedCriterion,
  { texts, locale }: Reader,
): string => titleIn(criterion.title, locale) || texts.rubricEditor.criterion(criteria.indexOf(criterion) + 1)

/** The title that its row shows: in the reader's language, or else in the first one that it has. */
export function titleIn(title: Readonly<Record<string, string>>, locale: Locale): string {
  const written = Object.fromEntries(Object.entries(title).filter(([, words]) => words.trim() !== ''))
  return localizedText(written, locale)
}

/** Each finding in a sentence: under its field where that is shown, and else with the title of what it is about. */
export function faultsOfFindings(
  { rubric, language, ...state }: EditorState,
  findings: readonly Finding[],
  reader: Reader,
): Fault[] {
  const shown = new Set(shownFields({ ...state, rubric, language }).map(([name]) => name))
  return findings.map((finding) => {
    const { criterion, part } = finding
    const name = nameOfFinding(finding)
    const isShown = shown.has(name) && (finding.language === null || finding.language === language)
    const titles = [
      criterion && titleOfCriterion(rubric, criterion, reader),
      part && (titleIn(part.title, reader.locale) || null),
      titleOfField(finding, reader),
    ]
    return {
      field: isShown ? name : null,
      title: titles.filter((title) => title !== null).join(', '),
      text: textOf(finding, reader.texts),
    }
  })
}

function titleOfField({ field, language }: Finding, { texts, locale }: Reader): string | null {
  const { fields } = texts.rubrics
  const title = Object.hasOwn(fields, field) ? fields[field as keyof typeof fields] : null
  return title === null || language === null ? title : `${title} (${languageName(locale, language)})`
}

function textOf({ field, code }: Finding, { forms, rubricEditor }: Texts): string {
  const { counts, step } = rubricEditor
  if (Object.hasOwn(counts, field)) return counts[field as keyof typeof counts]
  if (field === 'step' && code === 'invalid_value') return step
  if (field === '' && code === 'too_large') return rubricEditor.tooLong
  return Object.hasOwn(forms.byCode, code) ? forms.byCode[code as keyof typeof forms.byCode] : forms.otherwise
}
