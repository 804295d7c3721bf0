import { randomUUID } from 'node:crypto'
import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { parkedDraftId, type ParkedDraftBrief } from '@course-grading/contracts/assessments/parked-draft'
import { describe, expect } from 'vitest'
import { issuesOf } from '../every-operation.fixture.ts'
import { placeParkedDrafts } from './parked-drafts.fixture.ts'
import { itOnExamples as it, type TestService } from '../service-test.fixture.ts'

describe('listParkedDrafts', () => {
  it("pages through one's own, the newest first, and shows nobody else's", async ({ service, grader }) => {
    const ids = await placeParkedDrafts(service, 5)
    const first = await listed(service, `?assessmentId=${assessmentIds.held}&limit=4`)
    const rest = await listed(service, `?assessmentId=${assessmentIds.held}&limit=4&cursor=${first.nextCursor}`)
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual([...ids.toReversed(), parkedDraftId])
    expect(rest.nextCursor).toBeNull()
    expect(first.items[0]).not.toHaveProperty('content')
    expect((await listed(service, `?assessmentId=${assessmentIds.held}`, grader)).items).toEqual([])
    expect((await listed(service, `?feedbackId=${randomUUID()}`)).items).toEqual([])
  })

  it('goes by the time of the database, whatever the clock of the replica that made the id', async ({ service }) => {
    const ids = await placeParkedDrafts(service, 3, 1)
    await service.sql`UPDATE parked_draft SET created_at = now() + CASE id WHEN ${ids[0]}::uuid THEN interval '3 s' WHEN ${ids[1]}::uuid THEN interval '2 s' ELSE interval '1 s' END WHERE id = ANY (${ids}::uuid[])`
    const first = await listed(service, `?assessmentId=${assessmentIds.held}&limit=2`)
    const rest = await listed(service, `?assessmentId=${assessmentIds.held}&limit=1&cursor=${first.nextCursor}`)
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids)
  })

  it.for(['', `?assessmentId=${assessmentIds.held}&feedbackId=${assessmentIds.held}`] as const)(
    'requires exactly one of assessment and document: %s',
    async (query, { service }) => {
      expect(await issuesOf(await list(service, query))).toEqual(['$.assessmentId invalid_value'])
    },
  )

  it('shows nothing after seven days', async ({ service }) => {
    const [id = ''] = await placeParkedDrafts(service, 1, 7)
    expect((await listed(service, `?assessmentId=${assessmentIds.held}`)).items.map((item) => item.id)).not.toContain(
      id,
    )
  })
})

const list = (service: TestService, query: string, session?: string) => service.get(`/parked-drafts${query}`, session)

const listed = async (service: TestService, query: string, session?: string) =>
  (await (await list(service, query, session)).json()) as { items: ParkedDraftBrief[]; nextCursor: string | null }
