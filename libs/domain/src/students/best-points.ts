interface Scored {
  readonly exerciseId: number
  readonly points: number | null
  readonly maxPoints: number | null
  readonly upstream: { readonly status: string; readonly grade: number } | null
}

interface BestPoints {
  readonly points: number
  /** Null for the maximum of the exercise. */
  readonly maxPoints: number | null
}

/**
 * The best points of each exercise that has any. Staff see the grades that upstream shows, which count once it set the submission ready.
 * Students see what was released, compared by its own maximum, since rubrics may have other maxima than the exercise.
 */
export function bestPoints(
  submissions: readonly Scored[],
  reader: 'staff' | 'student',
): ReadonlyMap<number, BestPoints> {
  const best = new Map<number, BestPoints>()
  for (const submission of submissions) {
    const points = reader === 'staff' ? shownUpstream(submission) : released(submission)
    const before = best.get(submission.exerciseId)
    if (points !== null && (before === undefined || shareOf(points) > shareOf(before)))
      best.set(submission.exerciseId, points)
  }
  return best
}

function shownUpstream({ upstream }: Scored): BestPoints | null {
  return upstream?.status === 'ready' ? { points: upstream.grade, maxPoints: null } : null
}

function released({ points, maxPoints }: Scored): BestPoints | null {
  return points === null ? null : { points, maxPoints }
}

function shareOf({ points, maxPoints }: BestPoints): number {
  return maxPoints === 0 ? 0 : points / (maxPoints ?? 1)
}
