import { setTimeout as sleep } from 'node:timers/promises'
import { type Acquisition, createKeyedSemaphore, createSemaphore } from '@course-grading/concurrency'
import { HttpError } from '@course-grading/http-kit'

const waitMs = 5_000
const turns = createSemaphore({ slots: 1 })
const turnsOf = createKeyedSemaphore<string>({ slots: 1 })

/** Works on one large form at a time, and on one of each caller; afterwards others have as long as it took. @throws HttpError overloaded */
export async function inTurn<Value>(caller: string, work: () => Value): Promise<Value> {
  taken(await turnsOf.acquire(caller, { waitMs }))
  try {
    taken(await turns.acquire({ waitMs }))
    const startedAt = performance.now()
    try {
      return work()
    } finally {
      await sleep(performance.now() - startedAt)
      turns.release()
    }
  } finally {
    turnsOf.release(caller)
  }
}

function taken(acquisition: Acquisition): void {
  if (acquisition !== 'acquired') throw new HttpError('overloaded', { retryAfterS: 1 })
}
