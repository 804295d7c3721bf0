import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import { annotationsIn, type Fields } from './fields.ts'
import type { Locale, Texts } from '../../texts/texts.ts'
import { localizedText } from '../localized-text.ts'

export interface Naming {
  readonly rubric: Pick<Assessment['rubric'], 'document'>
  readonly texts: Texts
  readonly locale: Locale
}

/** A field's name on the page; null for what has no field of its own. */
export function nameOfField(path: string, fields: Fields, { rubric, texts, locale }: Naming): string | null {
  const { comment, points, adjustment, reason, privateNote, feedback } = texts.grading
  const [kind, id, member, checkId] = path.split('/')
  const criterion = rubric.document.criteria.find((each) => each.id === id)
  const title = criterion ? localizedText(criterion.title, locale) : (id ?? '')
  if (kind === 'adjustment') return `${adjustment}: ${id === 'reason' ? reason : points}`
  if (kind === 'privateNote') return privateNote
  if (kind === 'body') return feedback
  if (kind === 'annotations') return member === 'body' ? nameOfAnnotation(id ?? '', fields, texts) : null
  if (member === 'comment') return `${title}: ${comment}`
  if (member === 'points') return `${title}: ${points}`
  if (member === 'checks' && criterion?.kind === 'checks')
    return `${title}: ${localizedText(criterion.checks.find((check) => check.id === checkId)?.title ?? {}, locale)}`
  return member === 'snippet' ? null : title
}

export function nameOfAnnotation(id: string, fields: Fields, texts: Texts): string {
  const found = annotationsIn(fields).find((annotation) => annotation.id === id)
  if (found === undefined) return texts.feedback.remarks(1)
  const { anchor, startLine, endLine } = found.place
  return texts.grading.annotation('path' in anchor ? anchor.path : anchor.answerKey, startLine, endLine)
}

/** What a field holds, as its page shows it. */
export function shownValue(path: string, value: string | undefined, { rubric, locale }: Naming): string {
  const [, id, member] = path.split('/')
  const criterion = rubric.document.criteria.find((each) => each.id === id)
  if (member !== 'levelId' || criterion?.kind !== 'levels') return value ?? ''
  return localizedText(criterion.levels.find((level) => level.id === value)?.title ?? {}, locale)
}
