import { mostPoints } from '../rubrics/most-points.ts'
import type { Check, Criterion, Localized } from '../rubrics/rubric-document.ts'
import { type ResultPart, withHiddenCriteria } from '../rubrics/result-part.ts'
import type { Score } from '../rubrics/score.ts'
import type { CompletedWork } from './completed-work.ts'
import { textAsHtml } from '../feedback/text-as-html.ts'

export interface ShownCriterion {
  /** The id by which parts and annotations name the criterion; absent from a result that was frozen without it. */
  readonly id: string
  readonly title: string
  readonly points: number
  /** Null for checks, whose maximum is not a single number. */
  readonly maxPoints: number | null
  readonly chosen: readonly string[]
  /** Checks that students see also when they were not chosen. */
  readonly notChosen: readonly string[]
  readonly commentHtml: string | null
}

export interface ShownResult {
  readonly points: number
  readonly maxPoints: number
  readonly criteria: readonly ShownCriterion[]
  readonly adjustment: { readonly points: number; readonly reason: string } | null
  /** Empty for a result that was frozen before there were parts. */
  readonly parts: readonly ResultPart[]
}

export function shownResult(work: Omit<CompletedWork, 'rubricId' | 'version' | 'wording'>): ShownResult {
  const { document, points, adjustment, parts } = work
  const visible = document.criteria.filter(({ visibleToStudent }) => visibleToStudent)
  return {
    points,
    maxPoints: document.maxPoints,
    criteria: visible.map((criterion) => shownCriterion(criterion, work)),
    adjustment: adjustment === null ? null : { points: adjustment.points, reason: adjustment.reason },
    parts: withHiddenCriteria(
      parts,
      visible.map(({ id }) => id),
    ),
  }
}

type Shown = Pick<CompletedWork, 'scores' | 'byCriterion' | 'feedback' | 'courseLanguage'>

function shownCriterion(criterion: Criterion, work: Shown): ShownCriterion {
  const score = Object.hasOwn(work.scores, criterion.id) ? (work.scores[criterion.id] ?? {}) : {}
  const { chosen, notChosen } = choices(criterion, score)
  const inLanguage = (text: Localized) => localized(text, work)
  return {
    id: criterion.id,
    title: inLanguage(criterion.title),
    points: work.byCriterion[criterion.id] ?? 0,
    maxPoints: criterion.kind === 'checks' ? null : mostPoints(criterion),
    chosen: chosen.map(inLanguage),
    notChosen: notChosen.map(inLanguage),
    commentHtml: score.comment === undefined || score.comment === '' ? null : textAsHtml(score.comment),
  }
}

function choices(criterion: Criterion, { levelId, checks = {} }: Score): Record<'chosen' | 'notChosen', Localized[]> {
  if (criterion.kind === 'points') return { chosen: [], notChosen: [] }
  if (criterion.kind === 'levels')
    return {
      chosen: criterion.levels.filter(({ id }) => id === levelId).map(({ title }) => title),
      notChosen: [],
    }
  const isChosen = ({ id }: Check) => Object.hasOwn(checks, id) && (checks[id] ?? 0) > 0
  const titlesOf = (isShown: (check: Check) => boolean) => criterion.checks.filter(isShown).map(({ title }) => title)
  return {
    chosen: titlesOf((check) => check.visibility !== 'never' && isChosen(check)),
    notChosen: titlesOf((check) => check.visibility === 'always' && !isChosen(check)),
  }
}

/** In the language asked for, else in the course's first one, else in the first that there is. */
function localized(text: Localized, { feedback, courseLanguage }: Pick<CompletedWork, 'feedback' | 'courseLanguage'>) {
  const given = [feedback.language, courseLanguage].find((each) => Object.hasOwn(text, each))
  return (given === undefined ? Object.values(text)[0] : text[given]) ?? ''
}
