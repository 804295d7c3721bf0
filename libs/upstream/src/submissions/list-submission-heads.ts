import { jsonRows } from '../answers/json-rows.ts'
import { bulkBytes } from '../answers/sizes.ts'
import type { Upstream, UpstreamCall } from '../client.ts'
import { pathId } from '../path-id.ts'
import { startHeads, type SubmissionHeads } from './submission-heads.ts'

/**
 * All submissions of active students to one exercise, with their submitters, from A+'s bulk data, for staff: the only
 * way to get them in one call. It is a long one, of up to 45 s and 64 MiB, since the answers come along; they are
 * read past.
 */
export function listSubmissionHeads(
  upstream: Upstream,
  call: UpstreamCall,
  courseId: number,
  exerciseId: number,
): Promise<SubmissionHeads> {
  const path = `/courses/${pathId(courseId)}/submissiondata?exercise_id=${pathId(exerciseId)}&best=no&format=json`
  return upstream.get({
    operation: 'listSubmissionHeads', purpose: 'bulk', path, limitBytes: bulkBytes,
    read: jsonRows(() => startHeads(exerciseId)),
  }, call)
}
