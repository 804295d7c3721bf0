import { jsonRows } from '../replies/json-rows.ts'
import { bulkBytes } from '../replies/sizes.ts'
import type { Upstream, UpstreamCall } from '../client.ts'
import { UpstreamError } from '../errors.ts'
import { pathId } from '../path-id.ts'
import { startHeads, type SubmissionHeads } from './submission-heads.ts'

/**
 * All submissions of active students to one exercise, with their submitters, from A+'s bulk data, for staff: the only way to get
 * them in one call. The call is long, up to 45 s and 64 MiB, since the reply includes the students' answers, which are skipped.
 *
 * Null if A+ replies with 500 to this very list. It always does so while one submission has an answer with the name of a column
 * of numbers, such as `Grade`, and any student can send one. Every other failure is thrown, a gateway's 502 to 504 too.
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
    if (error instanceof UpstreamError && error.reason === 'unlistable') return null
    throw error
  }
}
