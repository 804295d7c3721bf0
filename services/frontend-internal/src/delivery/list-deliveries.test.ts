import type { Queue } from '@course-grading/contracts/claims/queue'
import { queriesOf, statementsOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import type { Delivery } from '@course-grading/contracts/delivery/delivery'
import { changeGrading } from '../grading/grading.fixture.ts'
import type { Deliveries } from './deliveries.fixture.ts'
import { it as base, type Page, type TestService } from '../service-test.fixture.ts'

const it = base.extend('made', { scope: 'file' }, ({ deliveries }) => madeBy(deliveries))

describe('listDeliveries', () => {
  it('lists the newest deliveries first', async ({ service, made }) => {
    const { items, nextCursor } = await page(service)
    expect(items.map(({ id }) => id)).toEqual(made.toReversed())
    expect(nextCursor).toBeNull()
  })

  it('lists only deliveries in a requested state', async ({ service, made }) => {
    expect((await page(service, '?state=held')).items.map(({ id }) => id)).toEqual([made[3], made[0]])
    expect(await page(service, '?state=cancelled')).toEqual({ items: [], nextCursor: null })
  })

  it('skips and repeats no delivery while new ones are made', async ({ service, deliveries, made }) => {
    const before = [...made]
    const seen: string[] = []
    for await (const items of service.pages<Listed>('/courses/11/deliveries?limit=2')) {
      seen.push(...items.map(({ id }) => id))
      made.push(await deliveries.put('held'))
    }
    expect(seen).toEqual(before.toReversed())
  })

  it('names the submitters, and their aliases while they are anonymous', async ({ service, made }) => {
    const namesOf = async () => (await page(service)).items.map(({ submitters }) => submitters)
    const named = await namesOf()
    expect(named[0]).toEqual([
      { userId: expect.any(Number), fullName: expect.stringMatching(/^User 50/), alias: false },
    ])
    await changeGrading(service, { anonymous: true })
    expect((await namesOf())[0]).toEqual([{ userId: null, fullName: expect.any(String), alias: true }])
    expect(named).toHaveLength(made.length)
  })

  it('lists the held ones that cannot be sent, as the queues count them', async ({ service, made }) => {
    expect(await page(service, '?undeliverable=true')).toEqual({ items: [], nextCursor: null })
    const [{ submissionId } = { submissionId: 0 }] = (await page(service, '?state=held')).items
    // So is that of another state, which is not waited for.
    await service.sql`UPDATE capability SET sealed_url = NULL, deleted_at = now()
      WHERE submission_id IN (${submissionId}, (SELECT submission_id FROM delivery WHERE state = 'refused' LIMIT 1))`
    const { items } = await page(service, '?undeliverable=true')
    expect(items).toEqual([expect.objectContaining({ submissionId, deliverable: false })])
    expect(await page(service, '?undeliverable=true&state=held')).toMatchObject({ items })
    expect((await page(service, '?undeliverable=true&state=refused')).items).toEqual([])
    expect((await page(service, '?undeliverable=false')).items).toHaveLength(made.length)
    const { items: queues } = await service.read<Page<Queue>>('/courses/11/grading/queues?exerciseId=1103')
    expect(queues[0]).toMatchObject({ undeliverable: items.length })
  })

  it('makes two statements beside that of the settings, whatever the number of deliveries', async ({ service }) => {
    for (const query of ['', '?limit=1'])
      expect(await queriesOf(service, () => page(service, query))).toMatchObject({
        listDeliveries: 1,
        listDeliveryFacts: 1,
      })
    expect(await statementsOf(service, () => page(service))).toBe(3)
  })

  it('lists no deliveries of other courses', async ({ service, otherTeacher }) => {
    expect(await service.read('/courses/13/deliveries', otherTeacher)).toEqual({ items: [], nextCursor: null })
  })
})

/** The ids of deliveries in the order in which they were made. */
async function madeBy(deliveries: Deliveries): Promise<string[]> {
  const made: string[] = []
  for (const state of ['held', 'delivered', 'ambiguous', 'held', 'refused'] as const)
    made.push(await deliveries.put(state))
  return made
}

type Listed = Pick<Delivery, 'id' | 'submissionId' | 'state' | 'submitters' | 'deliverable'>

const page = (service: TestService, query = '') => service.read<Page<Listed>>(`/courses/11/deliveries${query}`)
