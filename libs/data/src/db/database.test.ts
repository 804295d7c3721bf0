import { DomainError } from '@course-grading/domain/errors/domain-error'
import { inspect } from 'node:util'
import Type from 'typebox'
import { describe, expect, vi } from 'vitest'
import { createDatabase, type Database } from './database.ts'
import { DatabaseFailure } from './database-errors.ts'
import { read, write } from './row.ts'
import { patient } from '../testing/open-settings.ts'
import { openData, testIn } from '../testing/open-data.ts'

const it = testIn(openWorld)

describe('a connection of the pool', () => {
  it.for([
    ['statement_timeout', '5s'],
    ['lock_timeout', '1s'],
    ['idle_in_transaction_session_timeout', '5s'],
    ['application_name', 'database test'],
    ['TimeZone', 'UTC'],
    ['DateStyle', 'ISO, MDY'],
    ['jit', 'off'],
    ['transaction_isolation', 'read committed'],
  ] as const)('has %s = %s', async ([name, value], { world }) => {
    expect(await world.readSetting(name)).toEqual({ value })
  })

  it.for([
    ['100ms', '1s'],
    ['700ms', '1200ms'],
    ['1s', '1500ms'],
  ])(
    'gives up a lock half a second after a deadlock_timeout of %s, and not within a second',
    async ([deadlock, lock], { world }) => {
      const url = new URL(world.testDatabase.ownerUrl)
      url.searchParams.set('options', `-c deadlock_timeout=${deadlock}`)
      const other = await createDatabase({ ...world.options, url: url.href })
      expect(await world.readSetting('lock_timeout', other)).toEqual({ value: lock })
      await other.end()
    },
  )

  it('keeps the options in the database URL', async ({ world }) => {
    const url = new URL(world.testDatabase.ownerUrl)
    url.searchParams.set('options', '-c work_mem=7MB')
    const other = await createDatabase({ ...world.options, url: url.href, statementTimeoutMs: 700 })
    expect(await world.readSetting('work_mem', other)).toEqual({ value: '7MB' })
    expect(await world.readSetting('TimeZone', other)).toEqual({ value: 'UTC' })
    expect(await world.readSetting('statement_timeout', other)).toEqual({ value: '700ms' })
    await other.end()
  })

  it('is used again after a query with rows and after a query without rows', async ({ world }) => {
    const one = await createDatabase({ ...world.options, poolMax: 1 })
    const pid = await readPid(one)
    expect(await one.maybeOne(noRow`SELECT 1 AS pid WHERE FALSE`)).toBeNull()
    expect(await readPid(one)).toBe(pid)
    await one.end()
  })

  it('is closed after a failed query, and replaced by a new one', async ({ world }) => {
    const one = await createDatabase({ ...world.options, poolMax: 1 })
    const pid = await readPid(one)
    await expect(one.query(divide`SELECT 1 / 0`)).rejects.toMatchObject({ sqlState: '22012' })
    expect(await readPid(one)).not.toBe(pid)
    expect(one.state()).toEqual({ size: 1, idle: 1, waiting: 0 })
    await one.end()
  })
})

describe('createDatabase', () => {
  it('does not show an address that is no URL in the error, since it may hold a password', async ({ world }) => {
    const error: unknown = await createDatabase({ ...world.options, url: 'postgres://u:k7-secret@ /x' }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(Error)
    expect(inspect(error, { showHidden: true })).not.toContain('k7-secret')
  })
})

describe('an error of a statement', () => {
  it('has the SQLSTATE and the constraint, and neither SQL nor values', async ({ world }) => {
    await world.reserve('k7-secret')
    const error: unknown = await world.reserve('k7-secret').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(DatabaseFailure)
    expect(error).toMatchObject({ sqlState: '23505', constraint: 'course_slug__pkey' })
    expect(inspect(error, { showHidden: true })).not.toMatch(/k7-secret|INSERT/)
  })

  it('is `overloaded` with a Retry-After of 1 s if a lock is not free within lock_timeout', async ({ world }) => {
    await world.reserve('locked')
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holder = world.database.transaction(async (tx) => {
      await tx.query(lockSlugs())
      held.resolve()
      await release.promise
    })
    await held.promise
    await expect(world.database.query(lockSlugs())).rejects.toMatchObject({ code: 'overloaded', retryAfterS: 1 })
    release.resolve()
    await holder
  })

  it('has the SQLSTATE of a cancelled query if the server ends the statement at its timeout', async ({ world }) => {
    const hasty = await createDatabase({ ...world.options, statementTimeoutMs: 50 })
    // The client ends a query by itself a second after the server should have. On a busy machine the client may be first.
    await vi.waitFor(
      () =>
        expect(hasty.query(sleep(5))).rejects.toMatchObject({
          name: 'DatabaseFailure',
          sqlState: '57014',
        }),
      60_000,
    )
    await hasty.end()
  })
})

describe('transaction', () => {
  it('commits when its work resolves', async ({ world }) => {
    const answer = await world.database.transaction(async (tx) => {
      await world.reserve('kept', tx)
      return 'done'
    })
    expect([answer, await world.countSlug('kept')]).toEqual(['done', 1])
  })

  it('rolls back when its work rejects, and rejects with the same error', async ({ world }) => {
    const refusal = new TypeError('of our own')
    const work = world.database.transaction(async (tx) => {
      await world.reserve('dropped', tx)
      throw refusal
    })
    await expect(work).rejects.toBe(refusal)
    expect(await world.countSlug('dropped')).toBe(0)
  })

  it('keeps its connection through a hundred refusals, each of which is rolled back', async ({ world }) => {
    const one = await createDatabase({ ...world.options, ...patient, poolMax: 1 })
    const refusal = new DomainError('not_found')
    const backends = new Set<number | undefined>()
    for (let round = 0; round < 100; round += 1) {
      const work = one.transaction(async (tx) => {
        backends.add(await readPid(tx))
        await world.reserve('refused', tx)
        throw refusal
      })
      await expect(work).rejects.toBe(refusal)
    }
    expect([backends.size, await world.countSlug('refused')]).toEqual([1, 0])
    await one.end()
  })

  it('runs its work only once after the error 40003 of the server, which does not say whether it was rolled back', async ({
    world,
  }) => {
    let runs = 0
    const work = world.database.transaction(async (tx) => {
      runs += 1
      await tx.query(raise`DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40003'; END $$`)
    })
    await expect(work).rejects.toMatchObject({ name: 'DatabaseFailure', sqlState: '40003' })
    expect(runs).toBe(1)
  })

  it.for(['40001', '40P01', '40003'])(
    'runs its work only once if the work itself throws an error with the code %s',
    async (code, { world }) => {
      let runs = 0
      // Slonik decides by this property whether to repeat, wherever the error comes from.
      const failure = Object.assign(new Error('of a database beside this one'), { code })
      await expect(
        world.database.transaction(() => {
          runs += 1
          return Promise.reject(failure)
        }),
      ).rejects.toBe(failure)
      expect(runs).toBe(1)
    },
  )

  it('rejects a query on the pool inside a transaction', async ({ world }) => {
    const work = world.database.transaction(async (tx) => {
      await tx.query(lockSlugs())
      await readPid(world.database)
    })
    await expect(work).rejects.toBeInstanceOf(DatabaseFailure)
  })

  it('reports each statement to the observer', async ({ world }) => {
    seen.length = 0
    await world.database.transaction((tx) => tx.query(lockSlugs()))
    await expect(world.database.transaction((tx) => tx.query(divide`SELECT 1 / 0`))).rejects.toThrow()
    expect(seen).toEqual([
      'start ok',
      'databaseTestLockSlug ok',
      'commit ok',
      'start ok',
      'databaseTestDivide error',
      'rollback ok',
    ])
  })
})

describe('state', () => {
  it('counts connections, idle connections and waiting callers', async ({ world }) => {
    const two = await createDatabase({ ...world.options, ...patient, poolMax: 2 })
    expect(two.state()).toEqual({ size: 0, idle: 0, waiting: 0 })
    const busy = [1, 2, 3].map(() => two.query(sleep(0.2)))
    expect(two.state().waiting).toBe(1)
    await Promise.all(busy)
    expect(two.state()).toMatchObject({ size: 2, waiting: 0 })
    await two.end()
  })
})

async function openWorld() {
  const data = await openData()
  const { testDatabase } = data
  const options = {
    url: testDatabase.ownerUrl,
    applicationName: 'database test',
    observe: {
      query: (name: string, _seconds: number, outcome: string) => void seen.push(`${name} ${outcome}`),
      acquire: () => {},
    },
  }
  const database = await createDatabase(options)
  const readSetting = (name: string, db: Pick<Database, 'maybeOne'> = database) =>
    db.maybeOne(setting`SELECT current_setting(${name}) AS value`)
  const reserve = (slug: string, db: Pick<Database, 'query'> = database) =>
    db.query(insertSlug`INSERT INTO course_slug (slug, course_id) VALUES (${slug}, 1)`)
  const countSlug = async (slug: string) =>
    (await database.maybeOne(countSlugs`SELECT count(*) AS count FROM course_slug WHERE course_slug.slug = ${slug}`))
      ?.count
  const close = async () => {
    await database.end()
    await data.close()
  }
  return { ...data, options, database, readSetting, reserve, countSlug, close }
}

const seen: string[] = []
const setting = read('databaseTestSetting', Type.Object({ value: Type.String() }))
const backend = read('databaseTestBackend', Type.Object({ pid: Type.Integer() }))
const noRow = read('databaseTestNoRow', Type.Object({ pid: Type.Integer() }))
const nothing = Type.Object({})
const divide = read('databaseTestDivide', nothing)
const insertSlug = write('databaseTestInsertSlug', nothing)
const countSlugs = read('databaseTestCountSlugs', Type.Object({ count: Type.Integer() }))
const lockSlug = read('databaseTestLockSlug', nothing)
const raise = read('databaseTestRaise', nothing)
const sleep = (seconds: number) => read('databaseTestSleep', nothing)`SELECT pg_sleep(${seconds}::float8)`
const readPid = async (db: Pick<Database, 'maybeOne'>) =>
  (await db.maybeOne(backend`SELECT pg_backend_pid() AS pid`))?.pid
const lockSlugs = () => lockSlug`SELECT FROM course_slug FOR UPDATE`
