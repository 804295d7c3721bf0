import type { CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import { arbitrarySettingsChange } from '@course-grading/test-kit/arbitrary-settings-change'
import fc from 'fast-check'

/** Settings that a course must accept. */
export const arbitrarySettings = arbitrarySettingsChange({
  slug: 'programming-1',
  tagSlugs: ['group-a', 'group-b', 'a: b', '# no comment', 'null', "it's", ' edge '],
  staff: [102, 103, 105, 9],
  exerciseIds: [1103, 1104, 31, 7],
}).map((settings) => settings as CourseSettingsUpdate)

/** How a person may write the same settings: each number decides about the next thing. */
export const arbitraryLayout = fc.array(fc.nat({ max: 99 }), { minLength: 1, maxLength: 60 })

const isWord = (text: string): boolean => /^[a-z][a-z0-9-]*$/.test(text) && !['null', 'no'].includes(text)
const hasUnseen = (text: string): boolean => /[\p{Cc}\u2028\u2029\uFEFF]/u.test(text)
const quotings = [
  (text: string) => JSON.stringify(text),
  (text: string) => (hasUnseen(text) ? JSON.stringify(text) : `'${text.replaceAll("'", "''")}'`),
  (text: string) => (isWord(text) ? text : JSON.stringify(text)),
]
const numbers = [String, (value: number) => `0x${value.toString(16).toUpperCase()}`]
const comments = ['', '', ' # note', '   # a: "b" [c], {d}']

/** The settings in a layout. */
export function layOut(settings: CourseSettingsUpdate, layout: readonly number[]): string {
  let taken = 0
  const pick = <T>(from: readonly T[]): T => from[(layout[taken++ % layout.length] ?? 0) % from.length] as T
  const isChosen = (): boolean => pick([false, true])
  const lineBreak = pick(['\n', '\r\n'])
  const begin = pick(['', '\uFEFF', '---\n', '# a comment\n\n', '%YAML 1.2\n---\n'])
  const hasLastBreak = isChosen()
  const listIndent = pick(['', '  ', '   '])
  const scalar = (value: unknown): string => {
    if (typeof value === 'string') return pick(quotings)(value)
    return typeof value === 'number' ? pick(numbers)(value) : String(value)
  }
  const pad = (): string => pick(['', '', '\n            ', ' # x\n            '])
  const flow = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return scalar(value)
    const parts = Array.isArray(value)
      ? value.map(flow)
      : Object.entries(value).map(([name, member]) => `${name}: ${flow(member)}`)
    const inner =
      parts.map((part) => `${pad()}${part}`).join(pick([', ', ',', ' , '])) +
      (parts.length > 0 && isChosen() ? ',' : '')
    return Array.isArray(value) ? `[${inner}${pad()}]` : `{${inner}${pad()}}`
  }
  const block = (value: unknown, indent: string): string => {
    const isEmpty = Array.isArray(value) && value.length === 0
    if (typeof value !== 'object' || value === null || isEmpty || isChosen())
      return `${pick([' ', '  ', '\t'])}${flow(value)}${pick(comments)}\n`
    const head = `${pick(comments)}\n`
    if (!Array.isArray(value)) return head + fields(value, `${indent}  `)
    const dash = indent + listIndent
    return (
      head + value.map((item) => `${pick(['', `${dash}# about the next\n`])}${dash}-${inLine(item, dash)}`).join('')
    )
  }
  const inLine = (item: unknown, dash: string): string => {
    if (typeof item !== 'object' || item === null || isChosen()) return ` ${flow(item)}${pick(comments)}\n`
    return ` ${fields(item, `${dash}  `).trimStart()}`
  }
  const fields = (value: object, indent: string): string =>
    Object.entries(value)
      .map(([name, member]) => ({ name, member: member as unknown, place: pick([1, 2, 3]) }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ name, member }) => `${indent}${name}:${block(member, indent)}`)
      .join('')
  const text = begin + fields(settings, '')
  return (hasLastBreak ? text : text.replace(/\n$/, '')).replaceAll('\n', lineBreak)
}
