import { randomUUID } from 'node:crypto'
import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { openObserved } from '../testing/open-settings.ts'
import { releaseTimerLease, takeTimerLease } from './timer-lease-queries.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal)
const { database: elsewhere } = await openObserved(testDatabase.urls.manualGrading)
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
await owner.connect()
afterAll(async () => {
  await Promise.all([database.end(), elsewhere.end(), owner.end()])
  await testDatabase.drop()
})

const lease = (name: string) => ({ name, holder: randomUUID(), leaseS: 60, intervalS: 600 })
const age = (name: string, seconds: number) =>
  owner.query(
    `
  UPDATE timer_lease
  SET leased_until = leased_until - make_interval(secs => $2), last_run_at = last_run_at - make_interval(secs => $2)
  WHERE name = $1`,
    [name, seconds],
  )

describe('takeTimerLease', () => {
  it('gives the lease to the first process, and to no other', async () => {
    expect(await takeTimerLease(database, lease('first'))).toBe(true)
    expect(await takeTimerLease(elsewhere, lease('first'))).toBe(false)
  })

  it('keeps the leases of different timers apart', async () => {
    expect([await takeTimerLease(database, lease('one')), await takeTimerLease(database, lease('two'))]).toEqual([
      true,
      true,
    ])
  })

  it('gives the lease to exactly one of many processes, each time it is free', async () => {
    for (let round = 0; round < 10; round += 1) {
      const taken = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          takeTimerLease(index % 2 === 0 ? database : elsewhere, lease('contested')),
        ),
      )
      expect(taken.filter(Boolean)).toHaveLength(1)
      await age('contested', 60)
    }
  })

  it('does not give a lease that another process holds, even if the last run ended long ago', async () => {
    await takeTimerLease(database, { ...lease('long'), leaseS: 3_600 })
    await age('long', 3_590)
    expect(await takeTimerLease(database, lease('long'))).toBe(false)
    await age('long', 10)
    expect(await takeTimerLease(database, lease('long'))).toBe(true)
  })

  it('gives the lease after the lease of a killed process has expired, even before the interval has passed', async () => {
    await takeTimerLease(database, { ...lease('killed'), intervalS: 86_400 })
    await age('killed', 60)
    expect(await takeTimerLease(elsewhere, { ...lease('killed'), intervalS: 86_400 })).toBe(true)
  })

  it('stores the holder', async () => {
    const mine = lease('mine')
    await takeTimerLease(database, mine)
    const { rows } = await owner.query('SELECT holder FROM timer_lease WHERE name = $1', ['mine'])
    expect(rows).toEqual([{ holder: mine.holder }])
  })
})

describe('releaseTimerLease', () => {
  it('gives the lease to no process until the interval after a completed run has passed', async () => {
    const first = lease('completed')
    await takeTimerLease(database, first)
    await releaseTimerLease(database, { ...first, completed: true })
    await age('completed', 590)
    expect(await takeTimerLease(elsewhere, lease('completed'))).toBe(false)
    await age('completed', 10)
    expect(await takeTimerLease(elsewhere, lease('completed'))).toBe(true)
  })

  it('frees the lease at once after a run that was stopped', async () => {
    const first = lease('stopped')
    await takeTimerLease(database, first)
    await releaseTimerLease(database, { ...first, completed: false })
    expect(await takeTimerLease(elsewhere, lease('stopped'))).toBe(true)
  })

  it('does not end the lease of a process that took it later', async () => {
    const [late, current] = [lease('late'), lease('late')]
    await takeTimerLease(database, late)
    await age('late', 60)
    await takeTimerLease(elsewhere, current)
    await releaseTimerLease(database, { ...late, completed: true })
    expect(await takeTimerLease(database, lease('late'))).toBe(false)
    await age('late', 60)
    expect(await takeTimerLease(database, lease('late'))).toBe(true)
  })
})
