import { setTimeout as delay } from 'node:timers/promises'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { DatabaseFailure } from './database-errors.ts'

const retries = 3
const maxPauseMs = 50

/** Again after 40001 or 40P01, at most three times, after random pauses. @throws DomainError overloaded after the last; nothing was committed */
export async function withSerializationRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isRolledBackForAnother(error)) throw error
      if (attempt === retries) throw new DomainError('overloaded', { retryAfterS: 1, cause: error })
      await delay(Math.random() * maxPauseMs * (attempt + 1))
    }
  }
}

function isRolledBackForAnother(error: unknown): boolean {
  return error instanceof DatabaseFailure && (error.sqlState === '40001' || error.sqlState === '40P01')
}
