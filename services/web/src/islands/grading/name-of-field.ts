import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import { withCodePoints } from '@course-grading/domain/feedback/unseen-characters'
import { type Field, names } from './field-names.ts'
import { type Fields, type Place, type Score, scoreOf } from './fields.ts'
import { snippetText } from './read-fields.ts'
import type { Locale, Texts } from '../../texts/texts.ts'
import { readCount, readPoints, shownNumber } from './typed-values.ts'
import type { Unit } from './units.ts'
import { localizedText } from '../display/localized-text.ts'

export interface Naming {
  readonly rubric: Pick<Assessment['rubric'], 'document'>
  readonly texts: Texts
  readonly locale: Locale
  readonly answerTitles?: AnswerTitles | undefined
}

/** The titles of the form's fields by their keys, as far as the work is known. */
export type AnswerTitles = Readonly<Record<string, string>>

/** The name of a field on the page; null for one that is not drawn as a field of its own. */
export function labelOf(field: Field, { annotations }: Pick<Fields, 'annotations'>, naming: Naming): string | null {
  const { adjustment, points, reason: why, privateNote, feedback } = naming.texts.grading
  switch (field.of) {
    case 'adjustment':
      return `${adjustment}: ${points}`
    case 'reason':
      return `${adjustment}: ${why}`
    case 'privateNote':
      return privateNote
    case 'body':
      return feedback
    case 'text':
      return nameOfAnnotation(annotations.get(field.annotationId)?.place, naming)
    case 'place':
    case 'kind':
    case 'isPrivate':
    case 'snippet':
      return null
    default:
      return labelOfScore(field, naming)
  }
}

function labelOfScore(field: Extract<Field, { criterionId: string }>, naming: Naming): string {
  const { comment, points } = naming.texts.grading
  const title = nameOfCriterion(field.criterionId, naming)
  if (field.of === 'comment') return `${title}: ${comment}`
  if (field.of === 'points') return `${title}: ${points}`
  return field.of === 'check' ? nameOfCheck(field.criterionId, field.checkId, naming) : title
}

export function nameOfCriterion(id: string, { rubric, locale }: Naming): string {
  const criterion = rubric.document.criteria.find((each) => each.id === id)
  return criterion ? localizedText(criterion.title, locale) : id
}

function nameOfCheck(criterionId: string, checkId: string, naming: Naming): string {
  const { rubric, locale } = naming
  const title = nameOfCriterion(criterionId, naming)
  const criterion = rubric.document.criteria.find((each) => each.id === criterionId)
  if (criterion?.kind !== 'checks') return title
  return `${title}: ${localizedText(criterion.checks.find((check) => check.id === checkId)?.title ?? {}, locale)}`
}

type AnnotationNaming = Pick<Naming, 'texts' | 'answerTitles'>

export function nameOfAnnotation(place: Place | undefined, naming: AnnotationNaming): string {
  const { texts } = naming
  if (place === undefined) return texts.feedback.remarks(1)
  return texts.grading.annotation(nameOfPart(place, naming), place.startLine, place.endLine)
}

/** Ends the name of a button that belongs to one of many annotations. */
export const whereAnnotated = (place: Place, naming: AnnotationNaming): string =>
  [nameOfPart(place, naming), naming.texts.feedback.lines(place.startLine, place.endLine)].join(', ')

function nameOfPart({ anchor }: Place, { texts, answerTitles = {} }: AnnotationNaming): string {
  return withCodePoints('path' in anchor ? anchor.path : (answerTitles[anchor.answerKey] ?? texts.work.answers))
}

/** What a field holds, as the page shows it. */
export function shownText(field: Field, text: string, naming: Naming): string {
  if (field.of === 'points' || field.of === 'adjustment') return shownNumber(readPoints(text), naming.locale)
  if (field.of === 'check') return shownNumber(readCount(text), naming.locale)
  return field.of === 'levelId' ? titleOfLevel(field.criterionId, text, naming) : text
}

function titleOfLevel(criterionId: string, levelId: string, { rubric, locale }: Naming): string {
  const criterion = rubric.document.criteria.find((each) => each.id === criterionId)
  if (criterion?.kind !== 'levels') return levelId
  return localizedText(criterion.levels.find((level) => level.id === levelId)?.title ?? {}, locale)
}

export function nameOfUnit(unit: Unit, { annotations }: Pick<Fields, 'annotations'>, naming: Naming): string {
  const { adjustment, privateNote, feedback, comment, points } = naming.texts.grading
  switch (unit.of) {
    case 'annotation':
      return nameOfAnnotation(annotations.get(unit.id)?.place, naming)
    case 'score': {
      const title = nameOfCriterion(unit.id, naming)
      if (unit.member === 'snippet') return names.snippet(unit.id)
      const label = { comment, points, levelId: null, checks: null }[unit.member]
      return label === null ? title : `${title}: ${label}`
    }
    default:
      return { adjustment, note: privateNote, body: feedback }[unit.of]
  }
}

/** What a unit holds, in one text; empty where it was removed. */
export function shownUnit(unit: Unit, fields: Fields, naming: Naming): string {
  const { texts, locale } = naming
  const { points, reason } = fields.adjustment
  switch (unit.of) {
    case 'annotation': {
      const annotation = fields.annotations.get(unit.id)
      if (annotation === undefined) return ''
      const { kind, isPrivate, text } = annotation
      return joined([texts.feedback.kinds[kind], isPrivate ? texts.grading.staffOnly : '', text])
    }
    case 'score':
      return shownScore(unit, scoreOf(fields, unit.id), naming)
    case 'adjustment':
      return joined([shownNumber(points, locale), reason])
    default:
      return fields[unit.of]
  }
}

function shownScore({ id, member }: Extract<Unit, { of: 'score' }>, score: Score, naming: Naming): string {
  const { levelId, points, checks, comment, snippet } = score
  const { texts, locale } = naming
  if (member === 'levelId') return levelId && titleOfLevel(id, levelId, naming)
  if (member === 'points') return shownNumber(points, locale)
  if (member === 'snippet') return snippet === null ? '' : snippetText(snippet)
  if (member === 'comment') return comment
  const times = [...checks.times].map(([checkId, count]) => `${nameOfCheck(id, checkId, naming)} × ${count}`)
  return joined([...times, checks.none ? texts.grading.noneApplies : ''])
}

const joined = (texts: readonly string[]): string => texts.filter((text) => text !== '').join(' · ')
