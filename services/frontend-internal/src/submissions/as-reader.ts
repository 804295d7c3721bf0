import { DomainError } from '@course-grading/domain'
import { UpstreamError } from '@course-grading/upstream'

/** Makes a call about one submission. If the learning platform refuses it with 403 or 404, the problem has the same status. */
export async function asReader<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.code !== 'upstream_rejected') throw error
    throw new DomainError(error.status === 403 ? 'forbidden' : 'not_found')
  }
}
