import { setTimeout as sleep } from 'node:timers/promises'
import { type BodyLimits, smallBody } from '@course-grading/contracts/operation/limits'
import { readJson } from '@course-grading/domain/json/read-json'
import { type Acquisition, createKeyedSemaphore, createSemaphore } from '@course-grading/concurrency'
import { HttpError } from '../errors/http-error.ts'
import type { Validator } from '@course-grading/validation'

const maxWaitMs = 10_000

/** Large bodies are checked one at a time, each step followed by a pause of equal length: several together would keep everybody waiting. */
const turns = createSemaphore({ slots: 1 })

/** One large body of a person at a time, so that one person's do not keep those of others waiting. Services count as one person. */
const turnsOf = createKeyedSemaphore<number>({ slots: 1 })

/** @throws HttpError validation_failed, overloaded */
export async function validJson(
  bytes: Uint8Array,
  { members }: BodyLimits,
  validate: Validator,
  userId = 0,
): Promise<unknown> {
  if (bytes.length <= smallBody.bytes) return validated(read(bytes, members), validate)
  const until = performance.now() + maxWaitMs
  inTurn(await turnsOf.acquire(userId, { waitMs: maxWaitMs }))
  try {
    inTurn(await turns.acquire({ waitMs: until - performance.now() }))
    try {
      const value = await paused(() => read(bytes, members))
      return await paused(() => validated(value, validate))
    } finally {
      turns.release()
    }
  } finally {
    turnsOf.release(userId)
  }
}

function inTurn(acquisition: Acquisition): void {
  if (acquisition !== 'acquired') throw new HttpError('overloaded', { retryAfterS: 1 })
}

async function paused<Value>(step: () => Value): Promise<Value> {
  const startedAt = performance.now()
  try {
    return step()
  } finally {
    await sleep(performance.now() - startedAt)
  }
}

function read(bytes: Uint8Array, maxMembers: number): unknown {
  const reading = readJson(bytes, { maxMembers })
  if (!reading.ok) throw new HttpError('validation_failed', { issues: [reading.issue] })
  return reading.value
}

function validated(value: unknown, validate: Validator): unknown {
  const issues = validate(value)
  if (issues.length > 0) throw new HttpError('validation_failed', { issues })
  return value
}
