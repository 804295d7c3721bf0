import { recordTransactions, wrongOrder } from '@course-grading/test-service'
import { afterAll, describe, expect, it } from 'vitest'
import { ask, operations } from './every-operation.fixture.ts'
import { openService } from './service.fixture.ts'

const recorded = recordTransactions()
afterAll(() => recorded.end())
const service = await openService()

describe('the transactions of this service', () => {
  it('take their locks in one order, whatever is asked of it', { timeout: 300_000 }, async () => {
    await register()
    for (const operation of operations) await (await ask(service, operation)).arrayBuffer()
    const transactions = recorded.all().filter((statements) => statements.every(({ name }) => name !== ''))
    const names = new Set(transactions.flat().map(({ name }) => name))
    expect([...names]).toEqual(
      expect.arrayContaining(['registerCapability', 'lockSubmitters', 'resetFixtures', 'postponeDelivery']),
    )
    expect([...new Set(transactions.map(wrongOrder).filter((wrong) => wrong !== null))]).toEqual([])
  })
})

/** Submissions of fixtures and of real people are registered, graded, registered again, superseded, reset and deleted. */
async function register(): Promise<void> {
  const people = { submitterIds: [71, 72] }
  for (const fixture of [true, false]) {
    const [first, second] = fixture ? [3101, 3102] : [3111, 3112]
    await service.register(first, { ...people, fixture })
    await service.complete(first, {}, 'held')
    await service.register(first, { ...people, fixture })
    await service.register(second, { ...people, fixture, submittedAt: '2026-11-02T10:00:00Z' })
  }
  await service.register(3101, { ...people, fixture: false })
  await service.register(3113, { submitterIds: [73] })
  await service.complete(3113)
  await service.request('POST', '/manual-grading/capabilities', {
    body: service.registrationOf(3113, { submitterIds: [73] }),
  })
  await service.request('DELETE', '/manual-grading/assessments?courseId=11&exerciseId=1103')
  await service.request('DELETE', '/manual-grading/capabilities/3112?courseId=11&exerciseId=1103')
}
