import type { PointsOfResult } from '../assessments/points-heading.ts'
import type { Standing } from './compare-standing.ts'

export interface UpstreamFacts {
  readonly isGone: boolean
  /** The latest delivery of the result is pending or sending. */
  readonly isOnItsWay: boolean
  /** The latest delivery of the result was refused since somebody graded there, or was cancelled after that. */
  readonly isGradedThere: boolean
  /** A delivery of the result was delivered, or found there. */
  readonly hasArrived: boolean
  readonly standing: Standing
  /** The grade there by which our grade was last seen to stand; null if it never was. */
  readonly ownGrade: number | null
  /** What was seen last, since the result arrived or was refused. The status is null where only the grade was kept. */
  readonly seen: { readonly at: string; readonly status: string | null; readonly grade: number } | null
  readonly latePenalty: number | null
  readonly maxPoints: number
}

export type WhyCounted = 'graded_there' | 'not_arrived' | 'not_counted' | 'late' | 'scaled' | 'ours'

export interface CountedUpstream {
  readonly at: string | null
  /** Null where nothing counts, and where the reader may not know. */
  readonly counts: PointsOfResult | null
  readonly because: WhyCounted
  readonly latePenalty: number | null
  readonly onItsWay: boolean
}

/** Null where there is none, or nobody has looked yet. Students are not told a person's grade there, since the platform may not have revealed it. */
export function countedUpstream(
  facts: UpstreamFacts | null,
  { points, maxPoints }: { readonly [member in keyof PointsOfResult]: number | null },
  reader: 'staff' | 'student',
): CountedUpstream | null {
  if (facts === null || points === null || maxPoints === null) return null
  const given = { points, maxPoints }
  const { seen } = facts
  const counts = seen === null || facts.isGone ? null : { points: seen.grade, maxPoints: facts.maxPoints }
  const because = whyCounted(facts, given, counts)
  if (because === null) return null
  const isShown =
    because === 'graded_there' ? reader === 'staff' : because !== 'not_counted' && because !== 'not_arrived'
  const hasPenalty = because !== 'graded_there' && because !== 'not_arrived'
  return {
    at: because === 'not_arrived' ? null : (seen?.at ?? null),
    counts: isShown ? counts : null,
    because,
    latePenalty: hasPenalty ? facts.latePenalty : null,
    onItsWay: facts.isOnItsWay,
  }
}

/** The first that holds; null where nobody has looked yet. */
function whyCounted(
  { isGone, isGradedThere, hasArrived, standing, ownGrade, seen, latePenalty }: UpstreamFacts,
  given: PointsOfResult,
  counts: PointsOfResult | null,
): WhyCounted | null {
  // A list may show another grade before the refresh that read it has compared them.
  const isChanged = standing === 'changed' || (ownGrade !== null && seen !== null && seen.grade !== ownGrade)
  if (isGradedThere || (isChanged && seen?.status === 'ready' && !isGone)) return 'graded_there'
  if (!hasArrived) return 'not_arrived'
  if (isGone) return 'not_counted'
  if (seen === null || counts === null) return null
  if (seen.status !== 'ready') return 'not_counted'
  if ((latePenalty ?? 0) > 0) return 'late'
  return counts.points === given.points && counts.maxPoints === given.maxPoints ? 'ours' : 'scaled'
}
