import Type from 'typebox'
import { describe, expect } from 'vitest'
import { createDatabase } from './database.ts'
import { DatabaseFailure } from './database-errors.ts'
import type { Tx } from './db.ts'
import { read as reading, write as writing } from './row.ts'
import { withSerializationRetry } from './serialization-retry.ts'
import { patient } from '../testing/open-settings.ts'
import { openData, testIn } from '../testing/open-data.ts'

const it = testIn(openWorld)

describe('database.transaction', () => {
  it('repeats what was rolled back in favour of another, so that two increments of one value both count', async ({
    world,
  }) => {
    let runs = 0
    const meet = meetingOf(2)
    const increment = () =>
      world.database.transaction(async (tx) => {
        runs += 1
        await tx.query(serializable`SET TRANSACTION ISOLATION LEVEL SERIALIZABLE`)
        const value = await readValue(tx, 1)
        await meet()
        await writeValue(tx, 1, value + 1)
      })
    await Promise.all([increment(), increment()])
    expect([await readValue(world.database, 1), runs]).toEqual([2, 3])
  })

  it.for([
    ['as we ship servers', '100ms'],
    ['as PostgreSQL ships them', '1s'],
  ])(
    'repeats what the server ended to resolve a deadlock, within the limits that we ship (%s)',
    async ([, timeout], { world }) => {
      const url = new URL(world.testDatabase.ownerUrl)
      url.searchParams.set('options', `-c deadlock_timeout=${timeout}`)
      const alert = await createDatabase({ url: url.href, applicationName: 'deadlock', poolMax: 2 })
      let runs = 0
      const meet = meetingOf(2)
      const cross = (ids: readonly [number, number]) =>
        alert.transaction(async (tx) => {
          runs += 1
          await writeValue(tx, ids[0], 7)
          await meet()
          await writeValue(tx, ids[1], 7)
        })
      await Promise.all([cross([1, 2]), cross([2, 1])])
      // What is repeated may meet the other again.
      expect(runs).toBeGreaterThanOrEqual(3)
      await alert.end()
    },
  )

  it('lets a waiting caller in before it repeats', async ({ world }) => {
    const one = await createDatabase({
      url: world.testDatabase.ownerUrl,
      applicationName: 'gate',
      poolMax: 1,
      ...patient,
    })
    const seen: string[] = []
    const repeated = one.transaction(async () => {
      seen.push('run')
      if (seen.length === 1) await Promise.reject(new DatabaseFailure('40001'))
    })
    await Promise.all([repeated, readValue(one, 1).then(() => seen.push('waiting caller'))])
    expect(seen).toEqual(['run', 'waiting caller', 'run'])
    await one.end()
  })
})

describe('withSerializationRetry', () => {
  it.each(['40001', '40P01'])('is overloaded after three repeats of %s', async (state) => {
    let runs = 0
    const failure = new DatabaseFailure(state)
    await expect(
      withSerializationRetry(() => {
        runs += 1
        return Promise.reject(failure)
      }),
    ).rejects.toMatchObject({ code: 'overloaded', retryAfterS: 1, cause: failure })
    expect(runs).toBe(4)
  })

  it.each(['40003', '23505', '57014', null])('does not repeat a transaction that failed with %s', async (state) => {
    let runs = 0
    await expect(
      withSerializationRetry(() => {
        runs += 1
        return Promise.reject(new DatabaseFailure(state))
      }),
    ).rejects.toMatchObject({ sqlState: state })
    expect(runs).toBe(1)
  })
})

async function openWorld() {
  const data = await openData()
  const { testDatabase } = data
  const database = await createDatabase({
    url: testDatabase.ownerUrl,
    applicationName: 'retry',
    poolMax: 4,
    ...patient,
  })
  await database.query(makeTable`CREATE TABLE counter (id integer PRIMARY KEY, value integer NOT NULL)`)
  await database.query(fill`INSERT INTO counter VALUES (1, 0), (2, 0)`)
  const close = async () => {
    await database.end()
    await data.close()
  }
  return { ...data, database, close }
}

const nothing = Type.Object({})
const makeTable = reading('retryTestMakeTable', nothing)
const fill = writing('retryTestFill', nothing)
const serializable = reading('retryTestSerializable', nothing)
const read = reading('retryTestRead', Type.Object({ value: Type.Integer() }))
const write = writing('retryTestWrite', nothing)
const readValue = async (tx: Pick<Tx, 'maybeOne'>, id: number) =>
  (await tx.maybeOne(read`SELECT counter.value FROM counter WHERE counter.id = ${id}`))?.value ?? 0
const writeValue = (tx: Tx, id: number, value: number) =>
  tx.query(write`UPDATE counter SET value = ${value}::integer WHERE counter.id = ${id}`)
/** Lets each of a number of callers go on when the last one has come; later callers at once. */
function meetingOf(number: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let come = 0
  return () => {
    come += 1
    if (come === number) resolve()
    return promise
  }
}
