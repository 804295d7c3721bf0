import { pickLanguage } from '@course-grading/domain'
import { jsonSize, unitsThatFit } from './json-text.ts'

/** What was written into one field of the form. */
export interface FormAnswer {
  readonly key: string
  readonly title: string | null
  readonly values: readonly string[]
}

/** A field of an exercise's form. A title is a text for each language, or one text that may hold the markup of A+. */
export interface FormField {
  readonly key: string
  readonly type: string
  readonly title: string | Readonly<Record<string, string>> | null
}

/** What the answers in a form are made of. */
export interface FormSource {
  /** `submission_data` of A+: a pair for each value, in the order in which they were sent. */
  readonly answers: readonly (readonly [key: string, value: string])[]
  readonly form: readonly FormField[]
  /** The reader's language, such as `fi`. */
  readonly language: string
}

/** What A+ adds to the answers: the group, the language, and both once more. */
const addedUpstream: readonly string[] = ['_aplus_group', 'lang', '__aplus__']

/** Stands where answers were cut, and what a last value that is cut needs beside its own text. */
const cutMark = ' […]'
const reservedForCut = Buffer.byteLength(`"${cutMark}",`)

/**
 * The answers in a form, without files: a group for each key, in the order of first values. Keys of file fields, by the form or among
 * `fileFields`, are left out.
 */
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

/**
 * The answers, or as many of the first ones as have at most so many bytes as JSON. Then the last value is cut and ends with ` […]`,
 * and what comes after it is left out.
 */
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
