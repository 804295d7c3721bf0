import type { SnippetChange } from '@course-grading/contracts/snippets/snippet'
import { formatTyped, readNumber } from '@course-grading/domain/localisation/numbers'
import type { Locale } from '../texts/texts.ts'
import { fieldsOfTexts, readTextFields, type TextFields, textsIn } from './text-fields.ts'

/** A comment that has nothing yet. Its scope is chosen once. */
export const emptyComment = { label: '', scope: '', exerciseId: '', criterionId: '', points: '' }

const ownNames = Object.keys(emptyComment)

export const documentOf = (
  { label, text, points, exerciseId, criterionId }: SnippetChange,
  languages: readonly string[],
): TextFields => ({
  ...emptyComment,
  label,
  ...fieldsOfTexts(text, languages),
  points: points === null ? '' : String(points),
  exerciseId: String(exerciseId ?? ''),
  criterionId: criterionId ?? '',
})

/** The document has its points as every language writes them. */
export const fieldsOf = (document: TextFields, locale: Locale): TextFields => ({
  ...document,
  points: document['points'] === '' ? '' : formatTyped(locale, Number(document['points'])),
})

export const readComment = (form: URLSearchParams): TextFields => ({
  ...Object.fromEntries(ownNames.map((name) => [name, form.get(name) ?? ''])),
  ...readTextFields(form),
})

export function readDocument(fields: TextFields) {
  const typed = (fields['points'] ?? '').trim()
  const points = readNumber(typed)
  const unreadable = [
    ...(fields['label']?.trim() === '' ? [{ path: '$.label', code: 'required' }] : []),
    ...(Object.keys(textsIn(fields)).length === 0 ? [{ path: '$.text', code: 'required' }] : []),
    ...(points === null && typed !== '' ? [{ path: '$.points', code: 'unreadable' }] : []),
  ]
  return { document: { ...fields, points: String(points ?? '') }, unreadable }
}

export const changeOf = (document: TextFields): SnippetChange => ({
  label: document['label'] ?? '',
  text: textsIn(document),
  points: document['points'] === '' ? null : Number(document['points']),
  exerciseId: document['exerciseId'] === '' ? null : Number(document['exerciseId']),
  criterionId: document['criterionId'] === '' ? null : (document['criterionId'] ?? null),
})
