import { parkedDraftId, type ParkedDraft } from '@course-grading/contracts/assessments/parked-draft'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
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

const get = (id: string, session = owner) => service.request('GET', `/parked-drafts/${id}`, { session })

describe('getParkedDraft', () => {
  it('shows the body of the save, only to its owner', async () => {
    const draft = (await (await get(parkedDraftId)).json()) as ParkedDraft
    expect(draft).toMatchObject({
      reason: 'merge_conflict',
      baseRevision: 1,
      content: { privateNote: 'Ask about the second part.' },
    })
    expect(Date.parse(draft.expiresAt) - Date.parse(draft.createdAt)).toBe(7 * 86_400_000)
    expect(await verdictOf(await get(parkedDraftId, other))).toEqual([404, 'not_found'])
  })

  it('shows nothing after seven days', async () => {
    const [id = ''] = await placeParkedDrafts(service, 1, 7)
    expect(await verdictOf(await get(id))).toEqual([404, 'not_found'])
  })
})
