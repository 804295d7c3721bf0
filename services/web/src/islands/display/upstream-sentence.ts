import type { Upstream } from '@course-grading/contracts/delivery/upstream'
import type { Locale, Texts } from '../../texts/texts.ts'
import { formatPercent, formatPoints } from './formats.ts'

interface Points {
  readonly points: number
  readonly maxPoints: number
}

/** What A+ counts of the points that were given, where it differs from them; null where it does not, or nothing is known. */
export function upstreamSentence(
  { texts, locale }: { readonly texts: Texts; readonly locale: Locale },
  upstream: Upstream | null,
  given: { readonly [member in keyof Points]: number | null },
): string | null {
  const { points, maxPoints } = given
  if (upstream === null || points === null || maxPoints === null) return null
  const { because, counts, latePenalty, onItsWay } = upstream
  const { late, scaled, gradedThere, otherGrade, notCounted, notArrived } = texts.upstream
  const outOf = (of: Points): string =>
    texts.feedback.outOf(formatPoints(locale, of.points), formatPoints(locale, of.maxPoints))
  if (because === 'graded_there') return counts === null ? otherGrade : gradedThere(outOf(counts))
  if (because === 'not_arrived') return onItsWay ? texts.upstream.onItsWay : notArrived
  if (because === 'not_counted') return notCounted
  if (counts === null || (counts.points === points && counts.maxPoints === maxPoints)) return null
  const shown = counts.maxPoints === maxPoints ? formatPoints(locale, counts.points) : outOf(counts)
  return because === 'late' && latePenalty !== null
    ? late(outOf({ points, maxPoints }), shown, formatPercent(locale, latePenalty))
    : scaled(outOf({ points, maxPoints }), shown)
}

/** Whether what A+ counts is known, so that nothing need be said of what it would make of the points. */
export const isSeenUpstream = (upstream: Upstream | null): boolean =>
  upstream !== null && upstream.because !== 'not_arrived'
