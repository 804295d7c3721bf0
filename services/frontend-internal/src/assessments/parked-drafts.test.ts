import { randomUUID } from 'node:crypto'
import { assessmentIds, parkedDraftId, type ParkedDraft } from '@course-grading/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issuesOf, verdictOf } from '../every-operation.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'

let service: TestService
let owner: string
let other: string
beforeAll(async () => {
  service = await startServiceForExamples()
  owner = await service.signIn(101)
  other = await service.signIn(103)
})
afterAll(() => service.stop())

const ask = (method: string, path: string, session = owner) =>
  service.request(method, `/parked-drafts${path}`, { session })
const listed = async (query: string, session = owner) =>
  (await (await ask('GET', query, session)).json()) as {
    items: ParkedDraft[]
    nextCursor: string | null
  }
/** Saves of teacher 101 of the held assessment, as if they had been refused so many days ago. */
async function parked(count: number, daysAgo = 0): Promise<string[]> {
  const ids = Array.from(
    { length: count },
    (_, index) => `019ea3f2-7801-7b10-8c2d-${String(daysAgo * 1000 + index).padStart(12, '0')}`,
  )
  await ownerQuery(
    service,
    `INSERT INTO parked_draft (id, owner_id, course_id, assessment_id, refused_as, base_revision, content, created_at, fixture)
    SELECT id, 101, 11, $1, 'claim_lost', 1, '{"privateNote":"x"}', now() - make_interval(days => $3), FALSE FROM unnest($2::uuid[]) AS id`,
    [assessmentIds.held, ids, daysAgo],
  )
  return ids
}

describe('listParkedDrafts', () => {
  it("pages through one's own, the newest first, and shows nobody else's", async () => {
    const ids = await parked(5)
    const newest = [...ids.toReversed(), parkedDraftId]
    const first = await listed(`?assessmentId=${assessmentIds.held}&limit=4`)
    const rest = await listed(`?assessmentId=${assessmentIds.held}&limit=4&cursor=${first.nextCursor}`)
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(newest)
    expect(rest.nextCursor).toBeNull()
    expect(first.items[0]).not.toHaveProperty('content')
    expect((await listed(`?assessmentId=${assessmentIds.held}`, other)).items).toEqual([])
    expect((await listed(`?feedbackId=${randomUUID()}`)).items).toEqual([])
  })

  it.each(['', `?assessmentId=${assessmentIds.held}&feedbackId=${assessmentIds.held}`])(
    'is asked for exactly one thing: %s',
    async (query) => {
      expect(await issuesOf(await ask('GET', query))).toEqual(['$.assessmentId invalid_value'])
    },
  )

  it('shows nothing after seven days', async () => {
    const [id = ''] = await parked(1, 7)
    expect((await listed(`?assessmentId=${assessmentIds.held}`)).items.map((item) => item.id)).not.toContain(id)
    expect(await verdictOf(await ask('GET', `/${id}`))).toEqual([404, 'not_found'])
  })
})

describe('getParkedDraft', () => {
  it('shows what the save was sent with, to its owner alone', async () => {
    const draft = (await (await ask('GET', `/${parkedDraftId}`)).json()) as ParkedDraft
    expect(draft).toMatchObject({
      reason: 'merge_conflict',
      baseRevision: 1,
      content: { privateNote: 'Ask about the second part.' },
    })
    expect(Date.parse(draft.expiresAt) - Date.parse(draft.createdAt)).toBe(7 * 86_400_000)
    expect(await verdictOf(await ask('GET', `/${parkedDraftId}`, other))).toEqual([404, 'not_found'])
  })
})

describe('deleteParkedDraft', () => {
  it('deletes it for its owner alone, once', async () => {
    const [id = ''] = await parked(1, 1)
    expect(await verdictOf(await ask('DELETE', `/${id}`, other))).toEqual([404, 'not_found'])
    expect((await ask('DELETE', `/${id}`)).status).toBe(204)
    expect(await verdictOf(await ask('DELETE', `/${id}`))).toEqual([404, 'not_found'])
  })
})
