import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import { withCodePoints } from '@course-grading/domain/feedback/unseen-characters'
import { annotationsIn, type Fields, type Place } from './fields.ts'
import { unitOf } from './merge-fields.ts'
import type { Locale, Texts } from '../../texts/texts.ts'
import { isNumber, shownNumber } from './typed-values.ts'
import { localizedText } from '../display/localized-text.ts'

export interface Naming {
  readonly rubric: Pick<Assessment['rubric'], 'document'>
  readonly texts: Texts
  readonly locale: Locale
  readonly answerTitles?: AnswerTitles | undefined
}

/** The titles of the form's fields by their keys, as far as the work is known. */
export type AnswerTitles = Readonly<Record<string, string>>

/** The name of a field on the page; null for a path without a field of its own. */
export function nameOfField(path: string, fields: Fields, naming: Naming): string | null {
  const { rubric, texts, locale } = naming
  const { comment, points, adjustment, reason, privateNote, feedback } = texts.grading
  const [kind, id, member, checkId] = path.split('/')
  const criterion = rubric.document.criteria.find((each) => each.id === id)
  const title = criterion ? localizedText(criterion.title, locale) : (id ?? '')
  if (kind === 'adjustment') return `${adjustment}: ${id === 'reason' ? reason : points}`
  if (kind === 'privateNote') return privateNote
  if (kind === 'body') return feedback
  if (kind === 'annotations') return member === 'body' ? nameOfAnnotation(id ?? '', fields, naming) : null
  if (member === 'comment') return `${title}: ${comment}`
  if (member === 'points') return `${title}: ${points}`
  if (member === 'checks' && criterion?.kind === 'checks')
    return `${title}: ${localizedText(criterion.checks.find((check) => check.id === checkId)?.title ?? {}, locale)}`
  return member === 'snippet' ? null : title
}

type AnnotationNaming = Pick<Naming, 'texts' | 'answerTitles'>

export function nameOfAnnotation(id: string, fields: Fields, naming: AnnotationNaming): string {
  const { texts } = naming
  const found = annotationsIn(fields).find((annotation) => annotation.id === id)
  if (found === undefined) return texts.feedback.remarks(1)
  return texts.grading.annotation(nameOfPart(found.place, naming), found.place.startLine, found.place.endLine)
}

/** Ends the name of a button that belongs to one of many annotations. */
export const whereAnnotated = (place: Place, naming: AnnotationNaming): string =>
  [nameOfPart(place, naming), naming.texts.feedback.lines(place.startLine, place.endLine)].join(', ')

function nameOfPart({ anchor }: Place, { texts, answerTitles = {} }: AnnotationNaming): string {
  return withCodePoints('path' in anchor ? anchor.path : (answerTitles[anchor.answerKey] ?? texts.work.answers))
}

/** What a field holds, as the page shows it. */
export function shownValue(path: string, value: string | undefined, { rubric, locale }: Naming): string {
  if (value !== undefined && isNumber(path)) return shownNumber(path, value, locale)
  const [, id, member] = path.split('/')
  const criterion = rubric.document.criteria.find((each) => each.id === id)
  if (member !== 'levelId' || criterion?.kind !== 'levels') return value ?? ''
  return localizedText(criterion.levels.find((level) => level.id === value)?.title ?? {}, locale)
}

export function nameOfUnit(unit: string, fields: Fields, naming: Naming): string {
  const { texts, rubric, locale } = naming
  const [kind, id = '', member] = unit.split('/')
  if (kind === 'annotations') return nameOfAnnotation(id, fields, naming)
  if (kind === 'adjustment') return texts.grading.adjustment
  const criterion = rubric.document.criteria.find((each) => each.id === id)
  if (member === 'checks' && criterion) return localizedText(criterion.title, locale)
  return nameOfField(unit, fields, naming) ?? unit
}

/** What a unit holds, in one text; empty where it was removed. */
export function shownUnit(unit: string, fields: Fields, naming: Naming): string {
  const { texts } = naming
  return Object.entries(fields)
    .filter(([path]) => unitOf(path) === unit && !path.endsWith('/place'))
    .map(([path, value]) => {
      const [kind, , member] = path.split('/')
      if (member === 'checks') return `${nameOfField(path, fields, naming)} × ${value}`
      if (member === 'none') return texts.grading.noneApplies
      if (kind !== 'annotations' || member === 'body') return shownValue(path, value, naming)
      if (member === 'private') return texts.grading.staffOnly
      return texts.feedback.kinds[value as keyof typeof texts.feedback.kinds]
    })
    .join(' · ')
}
