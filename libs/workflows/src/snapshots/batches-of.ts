/** How many submissions one transaction locks, of one exercise. */
const maxTogether = 200

interface SubmissionOfExercise {
  readonly submissionId: number
  readonly exerciseId: number
}

/** The submissions that one transaction after the other writes about. */
export function* batchesOf(
  items: readonly SubmissionOfExercise[],
): Generator<{ readonly exerciseId: number; readonly submissionIds: readonly number[] }> {
  for (const [exerciseId, same] of Map.groupBy(items, (item) => item.exerciseId)) {
    for (let from = 0; from < same.length; from += maxTogether)
      yield { exerciseId, submissionIds: same.slice(from, from + maxTogether).map(({ submissionId }) => submissionId) }
  }
}
