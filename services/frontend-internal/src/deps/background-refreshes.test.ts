import { describe, expect, it } from 'vitest'
import { createBackgroundRefreshes } from './background-refreshes.ts'

describe('refreshes in the background', () => {
  it('run one at a time for each course', async () => {
    const { begun, read, courses } = refreshes()
    for (const courseId of [11, 11, 12]) read(courseId)
    expect(courses()).toEqual([11, 12])
    await begun[0]?.end(true)
    for (const courseId of [11, 12]) read(courseId)
    expect(courses()).toEqual([11, 12, 11])
  })

  it('pause after a failure, without affecting other courses', async () => {
    const { begun, read, courses } = refreshes()
    read(11)
    await begun[0]?.end(false)
    for (const courseId of [11, 12, 11]) read(courseId)
    expect(courses()).toEqual([11, 12])
  })

  it('start again when the pause has ended', async () => {
    const { begun, read, courses } = refreshes(60_000, 20)
    read(11)
    await begun[0]?.end(false)
    await expect
      .poll(() => {
        read(11)
        return courses()
      })
      .toEqual([11, 11])
  })

  it('end at their time limit', async () => {
    const { begun, read } = refreshes(20)
    read(11)
    await expect.poll(() => begun[0]?.signal.aborted).toBe(true)
  })

  it('end with the process, and none begins afterwards', async () => {
    const { background, begun, read, courses } = refreshes()
    read(11)
    const closed = background.close()
    expect(begun[0]?.signal.aborted).toBe(true)
    await begun[0]?.end(false)
    await closed
    read(12)
    expect(courses()).toEqual([11])
  })
})

/** A refresh that the test ends, and a list of all refreshes that were begun. */
function refreshes(limitMs = 60_000, pauseAfterFailureMs = 60_000) {
  const background = createBackgroundRefreshes(limitMs, pauseAfterFailureMs)
  const begun: {
    readonly courseId: number
    readonly signal: AbortSignal
    readonly end: (succeeded: boolean) => Promise<void>
  }[] = []
  const read = (courseId: number): void =>
    background.start(courseId, (signal) => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      begun.push({
        courseId,
        signal,
        end: async (succeeded) => {
          resolve(succeeded)
          await promise
          await Promise.resolve()
        },
      })
      return promise
    })
  return { background, begun, read, courses: () => begun.map(({ courseId }) => courseId) }
}
