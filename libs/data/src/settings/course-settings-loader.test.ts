import { afterEach, describe, expect, vi } from 'vitest'
import type { Db } from '../db/db.ts'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { settingsText } from '../testing/settings-document.ts'
import { createCourseSettingsLoader } from './course-settings-loader.ts'
import { openData, testIn } from '../testing/open-data.ts'

const it = testIn(openWorld)

describe('createCourseSettingsLoader', () => {
  it('runs one query for all courses that are requested in one turn, and gives each reader its own course', async ({
    world,
  }) => {
    const load = createCourseSettingsLoader(world.publicApi)
    const replies = await Promise.all([...courseIds, 4_242].map((courseId) => load(courseId)))
    expect(replies).toEqual([
      ...courseIds.map((courseId) => ({ courseId, revision: 1, document: settingsText(courseId) })),
      null,
    ])
    expect(world.publicStatements).toHaveLength(1)
  })

  it('runs one query for two readers of the same course', async ({ world }) => {
    const load = createCourseSettingsLoader(world.publicApi)
    const [courseId = 0] = courseIds
    const [first, second] = await Promise.all([load(courseId), load(courseId)])
    expect(first).toEqual(second)
    expect(world.publicStatements).toHaveLength(1)
  })

  it('caches nothing: a later reader starts a new query', async ({ world }) => {
    const load = createCourseSettingsLoader(world.publicApi)
    const [courseId = 0] = courseIds
    await load(courseId)
    await load(courseId)
    expect(world.publicStatements).toHaveLength(2)
  })

  it('has at most two queries running, and serves every reader', async ({ world }) => {
    // With stopped timers no query counts as stuck, even on a slow machine.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { db, maxRunning, allow } = world.counted()
    const load = createCourseSettingsLoader(db)
    const readers: Promise<unknown>[] = []
    for (let turn = 0; turn < 50; turn += 1) {
      readers.push(...Array.from({ length: 7 }, (_, index) => load(turn * 7 + index)))
      await new Promise(setImmediate)
    }
    allow()
    expect(await Promise.all(readers)).toHaveLength(350)
    expect(maxRunning()).toBe(2)
  })

  it('splits many courses into several queries', async ({ world }) => {
    const load = createCourseSettingsLoader(world.publicApi)
    const replies = await Promise.all(Array.from({ length: 150 }, (_, index) => load(1_000 + index)))
    expect(replies.every((reply) => reply === null)).toBe(true)
    expect(world.publicStatements).toHaveLength(3)
  })

  it('rejects for all readers of a failed batch, and works again afterwards', async ({ world }) => {
    const closed = await openObserved(world.testDatabase.urls.publicApi.replace(/:\d+\//, ':1/'))
    let broken = true
    const any: Db['any'] = (query) => (broken ? closed.database.any(query) : world.publicApi.any(query))
    const load = createCourseSettingsLoader({ ...world.publicApi, any })
    const results = await Promise.allSettled([load(1), load(1), load(2)])
    expect(results.map((result) => result.status === 'rejected' && result.reason.name)).toEqual(
      Array.from({ length: 3 }, () => 'DatabaseUnavailable'),
    )
    broken = false
    await expect(load(courseIds[0] ?? 0)).resolves.not.toBeNull()
    await closed.database.end()
  })

  it('serves other readers while two queries are stuck', async ({ world }) => {
    const stuck = Promise.withResolvers<void>()
    let calls = 0
    const any: Db['any'] = async (query) => {
      calls += 1
      if (calls <= 2) await stuck.promise
      return await world.publicApi.any(query)
    }
    const load = createCourseSettingsLoader({ ...world.publicApi, any })
    const [first = 0, second = 0, third = 0] = courseIds
    const stuckReaders = [load(first)]
    await expect.poll(() => calls).toBe(1)
    stuckReaders.push(load(second))
    await expect.poll(() => calls).toBe(2)
    expect(await load(third)).toMatchObject({ courseId: third })
    stuck.resolve()
    expect(await Promise.all(stuckReaders)).toMatchObject([{ courseId: first }, { courseId: second }])
  })
})

it.beforeEach(({ world }) => {
  world.publicStatements.length = 0
})
afterEach(() => void vi.useRealTimers())

async function openWorld() {
  const data = await openData()
  const { database, publicApi } = data
  for (let count = 0; count < 5; count += 1) courseIds.push(await configureCourse(database))
  /**
   * The real database, with queries that begin when `allow` is called, and the largest number of queries at the same time so far.
   */
  function counted(): { db: Db; maxRunning: () => number; allow: () => void } {
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
    let [running, maxRunning] = [0, 0]
    const any: Db['any'] = async (query) => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await allowed
      return await publicApi.any(query).finally(() => {
        running -= 1
      })
    }
    return { db: { ...publicApi, any }, maxRunning: () => maxRunning, allow }
  }
  return { ...data, counted }
}

const courseIds: number[] = []
