import type { ExerciseDetail } from '@course-grading/domain/snapshots/snapshot-reading'
import { readExercise, type Upstream, type UpstreamCall, UpstreamError } from '@course-grading/upstream'
import pMap from 'p-map'

const detailsAtOnce = 4
/** Of all details of a refresh, which has other things to read. */
const detailsLimitMs = 30_000

interface ReadDetails {
  readonly exerciseIds: readonly number[]
  /** The exercises in the list of modules. A+ before 1.31 leaves those of hidden modules out. */
  readonly listed: ReadonlySet<number>
  /** Of all of them; tests make it small. */
  readonly limitMs?: number
}

/** A detail that cannot be read fails nothing. Throws when the token is refused, or the call's own signal fires. */
export async function readDetails(
  upstream: Upstream,
  call: UpstreamCall & { readonly signal: AbortSignal },
  { exerciseIds, listed, limitMs = detailsLimitMs }: ReadDetails,
): Promise<ExerciseDetail[]> {
  const timely = { ...call, signal: AbortSignal.any([call.signal, AbortSignal.timeout(limitMs)]) }
  const stateOf = async (exerciseId: number): Promise<ExerciseDetail['state']> => {
    try {
      const { isHidden } = await readExercise(upstream, timely, exerciseId)
      return isHidden || !listed.has(exerciseId) ? 'hidden' : 'shown'
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.code === 'upstream_refused' || call.signal.aborted) throw error
      return error.status === 404 ? 'gone' : 'unknown'
    }
  }
  return await pMap(exerciseIds, async (exerciseId) => ({ exerciseId, state: await stateOf(exerciseId) }), {
    concurrency: detailsAtOnce,
  })
}
