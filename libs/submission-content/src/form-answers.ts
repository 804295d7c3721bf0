import { pickLanguage } from '@course-grading/domain/localisation/pick-language'
import { jsonSize, unitsThatFit } from './json-text.ts'

export interface FormAnswer {
  readonly key: string
  readonly title: string | null
  readonly values: readonly string[]
}

/** `title` is a text for each language, or one text, perhaps with the language markup of A+. */
export interface FormField {
  readonly key: string
  readonly type: string
  readonly title: string | Readonly<Record<string, string>> | null
}

export interface FormSource {
  /** `submission_data` of A+: a pair for each value, in the order in which they were sent. */
  readonly answers: readonly (readonly [key: string, value: string])[]
  readonly form: readonly FormField[]
  readonly language: string
}

/** Keys that A+ adds to the answers: the group, the language, and `__aplus__`, which has both. */
const addedUpstream: readonly string[] = ['_aplus_group', 'lang', '__aplus__']

const cutMark = ' […]'
const reservedForCut = Buffer.byteLength(`"${cutMark}",`)

/** Groups answers by key, in the order of the first values, without file fields: those of the form and `fileFields`. */
export function formAnswersOf(source: FormSource, fileFields: Iterable<string>): FormAnswer[] {
  const left = new Set([...addedUpstream, ...fileFields])
  const fields = new Map<string, FormField>()
  for (const field of source.form) {
    if (field.type === 'file') left.add(field.key)
    else if (!fields.has(field.key)) fields.set(field.key, field)
  }
  const values = new Map<string, string[]>()
  for (const [key, value] of source.answers) {
    if (left.has(key)) continue
    const group = values.get(key)
    if (group === undefined) values.set(key, [value])
    else group.push(value)
  }
  return [...values].map(([key, group]) => ({
    key: key.toWellFormed(),
    title: titleOf(fields.get(key)?.title ?? null, source.language),
    values: group.map((value) => value.toWellFormed()),
  }))
}

/** Cuts to `maxBytes` of JSON: the first value that does not fit ends with ` […]`, and everything after that value is left out. */
export function cutFormAnswers(answers: readonly FormAnswer[], maxBytes: number): FormAnswer[] {
  let room = maxBytes - '[]'.length - reservedForCut
  const kept: FormAnswer[] = []
  for (const { key, title, values } of answers) {
    room -= jsonSize({ key, title, values: [] }) + 1
    if (room < 0) return withMark(kept)
    const keptValues: string[] = []
    kept.push({ key, title, values: keptValues })
    for (const value of values) {
      const size = jsonSize(value) + 1
      if (size > room) {
        keptValues.push(value.slice(0, unitsThatFit(value, room)) + cutMark)
        return kept
      }
      keptValues.push(value)
      room -= size
    }
  }
  return kept
}

function withMark(answers: FormAnswer[]): FormAnswer[] {
  const last = answers.pop()
  if (last === undefined) return []
  return [...answers, { ...last, values: last.values.with(-1, `${last.values.at(-1) ?? ''}${cutMark}`) }]
}

function titleOf(title: FormField['title'], language: string): string | null {
  if (title === null) return null
  const [primary = ''] = language.split('-')
  const text =
    typeof title === 'string'
      ? pickLanguage(title, primary)
      : (title[language] ?? title[primary] ?? Object.values(title)[0] ?? null)
  return text && text.toWellFormed()
}
