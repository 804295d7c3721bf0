import {
  parkedDraftId,
  type ParkedDraft,
  type ParkedDraftBrief,
} from '@course-grading/contracts/assessments/parked-draft'
import { describe, expect } from 'vitest'
import { randomUUID } from 'node:crypto'
import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { placeParkedDrafts } from './parked-drafts.fixture.ts'
import { itOnExamples as it, type TestService } from '../service-test.fixture.ts'
import { issuesOf } from '../every-operation.fixture.ts'

describe('getParkedDraft', () => {
  it('shows the body of the save, only to its owner', async ({ service, grader }) => {
    const draft = (await (await get(service, parkedDraftId)).json()) as ParkedDraft
    expect(draft).toMatchObject({
      reason: 'merge_conflict',
      baseRevision: 1,
      content: { privateNote: 'Ask about the second part.' },
    })
    expect(Date.parse(draft.expiresAt) - Date.parse(draft.createdAt)).toBe(7 * 86_400_000)
    await expect(get(service, parkedDraftId, grader)).toBeProblem(404, 'not_found')
  })
})

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
    await expect(get(service, id)).toBeProblem(404, 'not_found')
    expect((await listed(service, `?assessmentId=${assessmentIds.held}`)).items.map((item) => item.id)).not.toContain(
      id,
    )
  })
})

describe('deleteParkedDraft', () => {
  it('deletes it only for its owner, once', async ({ service, grader }) => {
    const [id = ''] = await placeParkedDrafts(service, 1, 2)
    await expect(remove(service, id, grader)).toBeProblem(404, 'not_found')
    await expect(remove(service, id)).toBeReply(204)
    await expect(remove(service, id)).toBeProblem(404, 'not_found')
  })
})

const get = (service: TestService, id: string, session?: string) => service.get(`/parked-drafts/${id}`, session)

const list = (service: TestService, query: string, session?: string) => service.get(`/parked-drafts${query}`, session)

const listed = async (service: TestService, query: string, session?: string) =>
  (await (await list(service, query, session)).json()) as { items: ParkedDraftBrief[]; nextCursor: string | null }

const remove = (service: TestService, id: string, session?: string) =>
  service.send('DELETE', `/parked-drafts/${id}`, { session })
