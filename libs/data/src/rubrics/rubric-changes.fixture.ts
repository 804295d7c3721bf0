import type { Criterion, RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import type { Score, Scores } from '@course-grading/domain/rubrics/score'
import { scoreRubric } from '@course-grading/domain/rubrics/score-rubric'
import type { PlacedJudgement } from '../testing/completed-assessments.ts'

/** Returns numbers from 0 to 1, always the same sequence for a seed. */
type Random = () => number

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const whole = (random: Random, least: number, most: number): number => least + Math.floor(random() * (most - least + 1))
const quarters = (random: Random, least: number, most: number): number => whole(random, least * 4, most * 4) / 4
const oneOf = <Item>(random: Random, items: readonly Item[]): Item => items[whole(random, 0, items.length - 1)] as Item
const isLikely = (random: Random, probability: number): boolean => random() < probability
const some = <Item>(random: Random, items: readonly Item[], probability: number): Item[] =>
  items.filter(() => isLikely(random, probability))

const title = { en: 'x' }
const criterionIds = ['a', 'b', 'c', 'd', 'e']
const partIds = ['k', 'l', 'm', 'n']

function aCriterion(random: Random, id: string): Criterion {
  const common = {
    id,
    title,
    required: isLikely(random, 0.4),
    commentRequired: isLikely(random, 0.1),
    visibleToStudent: isLikely(random, 0.7),
  }
  const kind = oneOf(random, ['levels', 'checks', 'points'] as const)
  if (kind === 'points') {
    const [min, step] = [quarters(random, -3, 3), oneOf(random, [0.25, 0.5, 1])]
    return { ...common, kind, min, max: min + step * whole(random, 1, 12), step }
  }
  const ids = ['k', ...some(random, partIds.slice(1), 0.7), 'o'].toSorted(() => random() - 0.5)
  if (kind === 'levels') {
    const levels = ids.map((level) => ({
      id: level,
      title,
      points: quarters(random, -4, 6),
      commentRequired: isLikely(random, 0.1),
    }))
    return { ...common, kind, levels }
  }
  const checks = ids.map((check) => ({
    id: check,
    title,
    points: quarters(random, -3, 3),
    maxTimes: whole(random, 1, 3),
    visibility: oneOf(random, ['always', 'chosen', 'never'] as const),
    commentRequired: isLikely(random, 0.1),
  }))
  return { ...common, kind, checks, minChecks: whole(random, 0, 1), maxChecks: oneOf(random, [null, 1, 2]) }
}

/** A rubric of a few criteria. */
export function aVersion(random: Random): RubricDocument {
  const ids = ['a', ...some(random, criterionIds.slice(1), 0.7)]
  const maxPoints = oneOf(random, [5, 10, 20.25])
  return {
    title,
    maxPoints,
    startingPoints: oneOf(random, [0, maxPoints]),
    rounding: oneOf(random, ['none', 'half', 'whole'] as const),
    criteria: ids.map((id) => aCriterion(random, id)),
  }
}

/** A next version as a teacher might write it: criteria are removed, added, changed a little, or replaced. */
export function nextVersion(random: Random, before: RubricDocument): RubricDocument {
  const kept = before.criteria.flatMap((criterion): Criterion[] => {
    const what = random()
    if (what < 0.5) return [criterion]
    if (what < 0.6) return []
    if (what < 0.75) return [aCriterion(random, criterion.id)]
    if (what < 0.85) return [{ ...criterion, required: !criterion.required }]
    const other = aCriterion(random, criterion.id)
    return [other.kind === criterion.kind ? { ...other, required: criterion.required } : criterion]
  })
  const others = criterionIds.filter((id) => before.criteria.every((criterion) => criterion.id !== id))
  const added = some(random, others, 0.3).map((id) => aCriterion(random, id))
  const criteria = [...kept, ...added]
  return {
    ...before,
    ...(isLikely(random, 0.2) && { maxPoints: before.maxPoints + 1 }),
    ...(isLikely(random, 0.2) && { rounding: oneOf(random, ['none', 'half', 'whole'] as const) }),
    criteria: criteria.length > 0 ? criteria : [aCriterion(random, 'a')],
  }
}

function aScore(random: Random, criterion: Criterion): Score {
  const comment = isLikely(random, 0.6) ? { comment: `Comment ${whole(random, 1, 99)}` } : {}
  switch (criterion.kind) {
    case 'levels':
      return { ...comment, levelId: oneOf(random, criterion.levels).id }
    case 'checks': {
      const chosen = some(random, criterion.checks, 0.4).slice(0, criterion.maxChecks ?? 9)
      return {
        ...comment,
        checks: Object.fromEntries(chosen.map(({ id, maxTimes }) => [id, whole(random, 1, maxTimes)])),
      }
    }
    case 'points': {
      const { min, max, step } = criterion
      return { ...comment, points: min + step * whole(random, 0, Math.round((max - min) / step)) }
    }
  }
}

/** Scores that the rubric allows. An assessment with all required scores may be completed. */
export function aJudgement(random: Random, document: RubricDocument): PlacedJudgement & { readonly scores: Scores } {
  const judged = some(random, document.criteria, 0.85)
  const scores = Object.fromEntries(judged.map((criterion) => [criterion.id, aScore(random, criterion)]))
  const { points, unfinished } = scoreRubric(document, { scores, adjustment: null })
  const isCompleted = unfinished.length === 0 && isLikely(random, 0.8)
  return {
    state: isCompleted ? 'completed' : 'in_progress',
    scores,
    points,
    delivery: oneOf(random, ['held', 'pending'] as const),
  }
}
