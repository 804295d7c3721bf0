import { createLogger } from '@course-grading/http-kit'
import { describe, expect, it } from 'vitest'
import { startLoop } from './loop.ts'

const logger = createLogger({ service: 'test', version: 'test', level: 'silent' })

describe('startLoop', () => {
  it('takes work up to the concurrency, and finishes the work that it took', async () => {
    const stopping = new AbortController()
    const work = [1, 2, 3, 4, 5]
    const done: number[] = []
    let running = 0
    let maxRunning = 0
    const loop = startLoop({
      concurrency: 2,
      pollMs: 5,
      stopping: stopping.signal,
      logger,
      take: async () => work.shift() ?? null,
      run: async (number) => {
        running += 1
        maxRunning = Math.max(maxRunning, running)
        await new Promise((resolve) => void setTimeout(resolve, 10))
        running -= 1
        done.push(number)
      },
    })
    await expect.poll(() => done.length).toBeGreaterThan(2)
    stopping.abort()
    await loop.finished
    expect([maxRunning, running, [...done, ...work].toSorted()]).toEqual([2, 0, [1, 2, 3, 4, 5]])
  })

  it('polls again at a wake-up, after a failure, and when work has ended', async () => {
    const stopping = new AbortController()
    let asked = 0
    const loop = startLoop({
      concurrency: 1,
      pollMs: 60_000,
      stopping: stopping.signal,
      logger,
      take: async () => {
        asked += 1
        if (asked === 1) throw new Error('the database is gone')
        return asked === 2 ? 'work' : null
      },
      run: () => Promise.reject(new Error('failed')),
    })
    await expect.poll(() => asked).toBe(1)
    loop.wake()
    await expect.poll(() => asked).toBe(3)
    stopping.abort()
    await loop.finished
  })
})
