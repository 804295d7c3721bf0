import { randomUUID } from 'node:crypto'
import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { parkedDraftId, type ParkedDraftBrief } from '@course-grading/contracts/assessments/parked-draft'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issuesOf } from '../every-operation.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { placeParkedDrafts } from './parked-drafts.fixture.ts'
let service: TestService
let owner: string
let other: string
beforeAll(async () => {
  service = await startServiceForExamples()
  owner = await service.signIn(101)
  other = await service.signIn(103)
})
afterAll(() => service.stop())

const list = (query: string, session = owner) => service.request('GET', `/parked-drafts${query}`, { session })
const listed = async (query: string, session = owner) =>
  (await (await list(query, session)).json()) as { items: ParkedDraftBrief[]; nextCursor: string | null }

describe('listParkedDrafts', () => {
  it("pages through one's own, the newest first, and shows nobody else's", async () => {
    const ids = await placeParkedDrafts(service, 5)
    const first = await listed(`?assessmentId=${assessmentIds.held}&limit=4`)
    const rest = await listed(`?assessmentId=${assessmentIds.held}&limit=4&cursor=${first.nextCursor}`)
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual([...ids.toReversed(), parkedDraftId])
    expect(rest.nextCursor).toBeNull()
    expect(first.items[0]).not.toHaveProperty('content')
    expect((await listed(`?assessmentId=${assessmentIds.held}`, other)).items).toEqual([])
    expect((await listed(`?feedbackId=${randomUUID()}`)).items).toEqual([])
  })

  it.each(['', `?assessmentId=${assessmentIds.held}&feedbackId=${assessmentIds.held}`])(
    'requires exactly one of assessment and document: %s',
    async (query) => {
      expect(await issuesOf(await list(query))).toEqual(['$.assessmentId invalid_value'])
    },
  )

  it('shows nothing after seven days', async () => {
    const [id = ''] = await placeParkedDrafts(service, 1, 7)
    expect((await listed(`?assessmentId=${assessmentIds.held}`)).items.map((item) => item.id)).not.toContain(id)
  })
})
