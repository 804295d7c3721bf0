import { setTimeout as sleep } from 'node:timers/promises'
import { type BodyLimits, smallBody } from '@course-grading/contracts/limits'
import { readJson } from '@course-grading/domain/json/read-json'
import { createSemaphore } from '@course-grading/semaphore'
import { HttpError } from '../http-error.ts'
import type { Validator } from './validate.ts'

const maxWaitMs = 10_000

/** Large bodies are checked one at a time, and after each step others have as long as it took. Some together would keep everybody waiting. */
const turns = createSemaphore({ slots: 1 })

/** @throws HttpError validation_failed, overloaded */
export async function validJson(bytes: Uint8Array, { members }: BodyLimits, validate: Validator): Promise<unknown> {
  if (bytes.length <= smallBody.bytes) return validated(read(bytes, members), validate)
  if ((await turns.acquire({ waitMs: maxWaitMs })) !== 'acquired') throw new HttpError('overloaded', { retryAfterS: 1 })
  try {
    const value = await paused(() => read(bytes, members))
    return await paused(() => validated(value, validate))
  } finally {
    turns.release()
  }
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
