import { type Authentication, HttpError } from '@course-grading/http-kit'
import type { Deps } from './deps.ts'

/** The service's secret, before anything else is looked at. It names no person. */
export function createAuthenticate({ isGrader, logger }: Pick<Deps, 'isGrader' | 'logger'>) {
  return async ({ message, requestId }: Authentication): Promise<null> => {
    if (isGrader(message)) return null
    logger.warn('manual-grading secret refused', { event: 'manual_grading_secret_refused', requestId })
    throw new HttpError('invalid_manual_grading_secret')
  }
}
