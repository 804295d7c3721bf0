import { DomainError } from '@course-grading/domain/errors/domain-error'
import { UpstreamError } from '@course-grading/upstream'

/** @throws DomainError forbidden for the learning platform's 403, not_found for its other rejections */
export async function mapUpstreamRejection<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.code !== 'upstream_rejected') throw error
    throw new DomainError(error.status === 403 ? 'forbidden' : 'not_found')
  }
}
