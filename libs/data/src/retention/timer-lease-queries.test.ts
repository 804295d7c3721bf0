import { randomUUID } from 'node:crypto'
import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { openObserved } from '../testing/open-settings.ts'
import { takeTimerLease } from './timer-lease-queries.ts'

const testDatabase = await createTestDatabase()
const { database, statements } = await openObserved(testDatabase.urls.frontendInternal)
const { database: elsewhere } = await openObserved(testDatabase.urls.manualGrading)
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
await owner.connect()
afterAll(async () => {
  await Promise.all([database.end(), elsewhere.end(), owner.end()])
  await testDatabase.drop()
})

const lease = (name: string) => ({ name, holder: randomUUID(), leaseS: 60, notMoreOftenThanS: 600 })
const age = (name: string, seconds: number) =>
  owner.query(
    `
  UPDATE timer_lease
  SET leased_until = leased_until - make_interval(secs => $2), last_run_at = last_run_at - make_interval(secs => $2)
  WHERE name = $1`,
    [name, seconds],
  )

describe('takeTimerLease', () => {
  it('gives it to whoever comes first, in one statement, and to nobody else', async () => {
    statements.length = 0
    expect(await takeTimerLease(database, lease('first'))).toBe(true)
    expect(statements).toEqual(['takeTimerLease'])
    expect(await takeTimerLease(elsewhere, lease('first'))).toBe(false)
  })

  it("keeps each timer's by itself", async () => {
    expect([await takeTimerLease(database, lease('one')), await takeTimerLease(database, lease('two'))]).toEqual([
      true,
      true,
    ])
  })

  it('gives it to exactly one of many, each time it is free', async () => {
    for (let round = 0; round < 10; round += 1) {
      const taken = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          takeTimerLease(index % 2 === 0 ? database : elsewhere, lease('contested')),
        ),
      )
      expect(taken.filter(Boolean)).toHaveLength(1)
      await age('contested', 600)
    }
  })

  it('is not given while it is leased, though the last beginning was long ago', async () => {
    await takeTimerLease(database, { ...lease('long'), leaseS: 3_600 })
    await age('long', 3_590)
    expect(await takeTimerLease(database, lease('long'))).toBe(false)
    await age('long', 10)
    expect(await takeTimerLease(database, lease('long'))).toBe(true)
  })

  it('is not given more often than asked, though nobody has it', async () => {
    await takeTimerLease(database, lease('rare'))
    await age('rare', 590)
    expect(await takeTimerLease(database, lease('rare'))).toBe(false)
    await age('rare', 10)
    expect(await takeTimerLease(database, lease('rare'))).toBe(true)
  })

  it('tells whose it is', async () => {
    const mine = lease('mine')
    await takeTimerLease(database, mine)
    const { rows } = await owner.query('SELECT holder FROM timer_lease WHERE name = $1', ['mine'])
    expect(rows).toEqual([{ holder: mine.holder }])
  })
})
