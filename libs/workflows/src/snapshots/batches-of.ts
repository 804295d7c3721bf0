/** How many submissions of one exercise a transaction locks. */
const maxTogether = 200

interface SubmissionOfExercise {
  readonly submissionId: number
  readonly exerciseId: number
}

/** Each batch is for a transaction of its own. */
export function* batchesOf(
  items: readonly SubmissionOfExercise[],
): Generator<{ readonly exerciseId: number; readonly submissionIds: readonly number[] }> {
  for (const [exerciseId, same] of Map.groupBy(items, (item) => item.exerciseId)) {
    for (let from = 0; from < same.length; from += maxTogether)
      yield { exerciseId, submissionIds: same.slice(from, from + maxTogether).map(({ submissionId }) => submissionId) }
  }
}
