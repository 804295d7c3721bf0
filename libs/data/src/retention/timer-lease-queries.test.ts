import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { releaseTimerLease, takeTimerLease } from './timer-lease-queries.ts'
import { openData, testIn } from '../testing/open-data.ts'
import { raceRounds } from '../testing/full-run.ts'

const it = testIn(openWorld)

describe('takeTimerLease', () => {
  it('keeps the leases of different timers apart', async ({ world }) => {
    expect(await takeTimerLease(world.database, lease('one'))).toBe(true)
    expect(await takeTimerLease(world.database, lease('two'))).toBe(true)
  })

  it('gives the lease to exactly one of many processes, each time it is free', async ({ world }) => {
    for (let round = 0; round < raceRounds; round += 1) {
      const taken = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          takeTimerLease(index % 2 === 0 ? world.database : world.manualGrading, lease('contested')),
        ),
      )
      expect(taken.filter(Boolean)).toHaveLength(1)
      await world.age('contested', 60)
    }
  })

  it('does not give a lease that another process holds, even if the last run ended long ago', async ({ world }) => {
    await takeTimerLease(world.database, { ...lease('long'), leaseS: 3_600 })
    await world.age('long', 3_590)
    expect(await takeTimerLease(world.database, lease('long'))).toBe(false)
    await world.age('long', 10)
    expect(await takeTimerLease(world.database, lease('long'))).toBe(true)
  })

  it('gives the lease after the lease of a killed process has expired, even before the interval has passed', async ({
    world,
  }) => {
    await takeTimerLease(world.database, { ...lease('killed'), intervalS: 86_400 })
    await world.age('killed', 60)
    expect(await takeTimerLease(world.manualGrading, { ...lease('killed'), intervalS: 86_400 })).toBe(true)
  })
})

describe('releaseTimerLease', () => {
  it('gives the lease to no process until the interval after a completed run has passed', async ({ world }) => {
    const first = lease('completed')
    await takeTimerLease(world.database, first)
    await releaseTimerLease(world.database, { ...first, completed: true })
    await world.age('completed', 590)
    expect(await takeTimerLease(world.manualGrading, lease('completed'))).toBe(false)
    await world.age('completed', 10)
    expect(await takeTimerLease(world.manualGrading, lease('completed'))).toBe(true)
  })

  it('frees the lease at once after a run that was stopped', async ({ world }) => {
    const first = lease('stopped')
    await takeTimerLease(world.database, first)
    await releaseTimerLease(world.database, { ...first, completed: false })
    expect(await takeTimerLease(world.manualGrading, lease('stopped'))).toBe(true)
  })

  it('does not end the lease of a process that took it later', async ({ world }) => {
    const [late, current] = [lease('late'), lease('late')]
    await takeTimerLease(world.database, late)
    await world.age('late', 60)
    await takeTimerLease(world.manualGrading, current)
    await releaseTimerLease(world.database, { ...late, completed: true })
    expect(await takeTimerLease(world.database, lease('late'))).toBe(false)
    await world.age('late', 60)
    expect(await takeTimerLease(world.database, lease('late'))).toBe(true)
  })
})

async function openWorld() {
  const data = await openData()
  const { owner } = data
  const age = (name: string, seconds: number) =>
    owner.query(
      `
  UPDATE timer_lease
  SET leased_until = leased_until - make_interval(secs => $2), last_run_at = last_run_at - make_interval(secs => $2)
  WHERE name = $1`,
      [name, seconds],
    )
  return { ...data, age }
}

const lease = (name: string) => ({ name, holder: randomUUID(), leaseS: 60, intervalS: 600 })
