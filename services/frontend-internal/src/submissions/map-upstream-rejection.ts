import { DomainError } from '@course-grading/domain/errors'
import { UpstreamError } from '@course-grading/upstream'

/**
 * The result of a call about one submission.
 * @throws DomainError forbidden or not_found, where the learning platform rejects the call: 403 is forbidden, the rest is not_found
 */
export async function mapUpstreamRejection<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.code !== 'upstream_rejected') throw error
    throw new DomainError(error.status === 403 ? 'forbidden' : 'not_found')
  }
}
