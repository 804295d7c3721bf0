import { paths } from '../islands/grading/fields.ts'
import type { Texts } from '../texts/texts.ts'

/** The title of a field of the grading page's form without the rubric, which cannot be read then: criteria have no titles. */
export function typedName(path: string, texts: Texts): string | null {
  const { comment, points, feedback, privateNote, reason, adjustment, note } = texts.grading
  const [kind, id, member, check] = path.split('/')
  if (kind === 'scores') {
    const names: Readonly<Record<string, string>> = { comment, points, checks: String(check), levelId: '', none: '' }
    const name = names[member ?? '']
    return name === undefined ? null : [id, name].filter((part) => part !== '').join(': ')
  }
  if (kind === 'annotations') return member === 'body' ? texts.feedback.remarks(1) : null
  return (
    {
      [paths.adjustment]: adjustment,
      [paths.body]: feedback,
      [paths.privateNote]: privateNote,
      [paths.reason]: reason,
      note,
    }[path] ?? null
  )
}
