import { jsonRows } from '../replies/json-rows.ts'
import { bulkBytes } from '../replies/sizes.ts'
import type { Upstream, UpstreamCall } from '../client/client.ts'
import { UpstreamError } from '../call/upstream-error.ts'
import { pathId } from '../call/path-id.ts'
import { startHeads, type SubmissionHeads } from './submission-heads.ts'

/**
 * Submissions of active students, for staff, from A+'s bulk data: up to 45 s and 64 MiB, since that has the answers, too. Null for 404, as
 * of a deleted exercise, and for the 500 that an answer named like a column of numbers (`Grade`) causes, which any student can send.
 */
export async function listSubmissionHeads(
  upstream: Upstream,
  call: UpstreamCall,
  courseId: number,
  exerciseId: number,
): Promise<SubmissionHeads | null> {
  const path = `/courses/${pathId(courseId)}/submissiondata?exercise_id=${pathId(exerciseId)}&best=no&format=json`
  try {
    return await upstream.get(
      {
        operation: 'listSubmissionHeads',
        purpose: 'bulk',
        path,
        limitBytes: bulkBytes,
        mayBeUnlistable: true,
        read: { rows: jsonRows(() => startHeads(exerciseId)) },
      },
      call,
    )
  } catch (error) {
    if (error instanceof UpstreamError && (error.reason === 'unlistable' || error.status === 404)) return null
    throw error
  }
}
