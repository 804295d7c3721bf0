import { DomainError } from '@course-grading/domain'
import { UpstreamError } from '@course-grading/upstream'

/** A call about one submission: what the learning platform does not show to the caller is not shown here, by the same status. */
export async function asReader<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.code !== 'upstream_rejected') throw error
    throw new DomainError(error.status === 403 ? 'forbidden' : 'not_found')
  }
}
