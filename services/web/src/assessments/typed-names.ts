import { readName } from '../islands/grading/field-names.ts'
import type { Texts } from '../texts/texts.ts'

/** The title of a field of the grading page's form without the rubric, which cannot be read then: criteria have no titles. */
export function typedName(name: string, texts: Texts): string | null {
  const { comment, points, feedback, privateNote, reason, adjustment, note } = texts.grading
  const field = readName(name)
  if (field === null) return name === 'note' ? note : null
  if ('criterionId' in field) {
    const { criterionId: id } = field
    if (field.of === 'check') return `${id}: ${field.checkId}`
    const label = { comment, points, levelId: '', none: '', snippet: null }[field.of]
    return label === null ? null : [id, label].filter((part) => part !== '').join(': ')
  }
  if ('annotationId' in field) return field.of === 'text' ? texts.feedback.remarks(1) : null
  return { adjustment, body: feedback, privateNote, reason }[field.of]
}
