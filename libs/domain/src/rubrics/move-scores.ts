import { jsonPath } from '../json/json-path.ts'
import { scoreCriterion } from './criterion-score.ts'
import type { Criterion, RubricDocument } from './rubric-document.ts'
import type { ScoreIssueCode } from '../errors/error-codes.ts'
import type { Score, Scores } from './score.ts'

export interface DroppedScore {
  readonly path: string
  readonly code: ScoreIssueCode
}

interface MovedScores {
  readonly scores: Scores
  readonly dropped: readonly DroppedScore[]
  readonly changedCriteria: readonly string[]
}

/** Keeps what the other version allows, comments included; `dropped` names the parts. A score goes with its criterion, or when nothing of it is left. */
export function moveScores({ criteria }: Pick<RubricDocument, 'criteria'>, scores: Scores): MovedScores {
  const byId = new Map(criteria.map((criterion) => [criterion.id, criterion]))
  const moved = Object.entries(scores).map(([id, score]) => ({ id, ...moveScore(byId.get(id), id, score) }))
  return {
    scores: Object.fromEntries(moved.flatMap(({ id, score }) => (score === null ? [] : [[id, score]]))),
    dropped: moved.flatMap(({ dropped }) => dropped),
    changedCriteria: moved.filter(({ dropped }) => dropped.length > 0).map(({ id }) => id),
  }
}

function moveScore(
  criterion: Criterion | undefined,
  id: string,
  score: Score,
): { readonly score: Score | null; readonly dropped: readonly DroppedScore[] } {
  if (criterion === undefined)
    return { score: null, dropped: [{ path: jsonPath(['scores', id]), code: 'unknown_criterion' }] }
  const dropped: DroppedScore[] = []
  let kept = score
  // Removing one part may make another possible: with fewer checks, their number. The loop ends, since each issue names a part that goes.
  for (;;) {
    const { issues } = scoreCriterion(criterion, kept)
    if (issues.length === 0) return { score: dropped.length > 0 && isEmpty(kept) ? null : kept, dropped }
    const checks = kept.checks ?? {}
    const impossibleChecks = new Set(
      Object.keys(checks).filter((check) => issues.some(({ path }) => path === pathOfCheck(id, check))),
    )
    const members = (['levelId', 'checks', 'points'] as const).filter((member) =>
      issues.some(({ path }) => path === jsonPath(['scores', id, member])),
    )
    // Whether there are too many checks is decided only once the impossible ones were removed.
    const isNarrowed = impossibleChecks.size > 0
    const dropsMember = (member: string): boolean =>
      members.some((each) => each === member) && !(member === 'checks' && isNarrowed)
    dropped.push(
      ...issues
        .filter(({ path }) => !isNarrowed || path !== jsonPath(['scores', id, 'checks']))
        .map(({ path, code }) => ({ path, code })),
    )
    kept = without(kept, dropsMember, impossibleChecks)
  }
}

const isEmpty = (score: Score): boolean => Object.keys(score).length === 0
const pathOfCheck = (id: string, check: string): string => jsonPath(['scores', id, 'checks', check])

function without(score: Score, dropsMember: (member: string) => boolean, goneChecks: ReadonlySet<string>): Score {
  return Object.fromEntries(
    Object.entries(score).flatMap(([member, value]) => {
      if (dropsMember(member)) return []
      if (member !== 'checks' || goneChecks.size === 0) return [[member, value]]
      const left = Object.entries(score.checks ?? {}).filter(([check]) => !goneChecks.has(check))
      return left.length === 0 ? [] : [[member, Object.fromEntries(left)]]
    }),
  )
}
