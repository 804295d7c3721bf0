import type { ExerciseDetail } from '@course-grading/domain/snapshots/snapshot-reading'
import { readExercise, type Upstream, type UpstreamCall, UpstreamError } from '@course-grading/upstream'
import pMap from 'p-map'

const detailsAtOnce = 4
/** Time limit of all details of a refresh, which has other things to read. */
const detailsLimitMs = 30_000

interface ReadDetails {
  readonly exerciseIds: readonly number[]
  /** The exercises in the list of modules, which before A+ 1.31 lacks those of hidden modules. */
  readonly listed: ReadonlySet<number>
  /** Time limit of all details; tests make it small. */
  readonly limitMs?: number
}

/** A detail that cannot be read is `unknown`. Throws if the token is refused, or the call's own signal fires. */
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
