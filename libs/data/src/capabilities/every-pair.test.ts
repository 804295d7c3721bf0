import { describe, expect, onTestFinished } from 'vitest'
import { createDatabase } from '../db/database.ts'
import type { Tx } from '../db/db.ts'
import { lockSubmission } from '../db/lock-order.ts'
import { testIn } from '../testing/test-in.ts'
import { unrepeated } from './every-pair.fixture.ts'
import { openStorm } from './storm.fixture.ts'

const it = testIn(openStorm)

describe('forty pairs of writes about one submission, and many of them at the same time', () => {
  it('never fail and never deadlock, and keep the rules of deliveries and capabilities', ({ world }) =>
    world.expectCalm({ rounds: 40 }))
})

describe('two transactions that lock against the order', () => {
  it.for([
    ['as we ship servers', '100ms'],
    ['as PostgreSQL ships them', '1s'],
  ])('are found, within the limits that we ship (%s)', async ([, timeout], { world }) => {
    const url = new URL(world.testDatabase.ownerUrl)
    url.searchParams.set('options', `-c deadlock_timeout=${timeout}`)
    const database = await createDatabase({ url: url.href, applicationName: 'against the order', poolMax: 2 })
    onTestFinished(() => database.end())
    let holding = 0
    const lock = (tx: Tx, submissionId: number) => lockSubmission(tx, { courseId: 1, exerciseId: 1, submissionId })
    const cross = (first: number, second: number) =>
      unrepeated(database).transaction(async (tx) => {
        await lock(tx, first)
        holding += 1
        await expect.poll(() => holding).toBe(2)
        await lock(tx, second)
      })
    const ends = await Promise.allSettled([cross(1, 2), cross(2, 1)])
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: 'was rolled back in favour of another' },
    })
  })
})
