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

const remove = (id: string, session = owner) => service.request('DELETE', `/parked-drafts/${id}`, { session })

describe('deleteParkedDraft', () => {
  it('deletes it only for its owner, once', async () => {
    const [id = ''] = await placeParkedDrafts(service, 1)
    expect(await verdictOf(await remove(id, other))).toEqual([404, 'not_found'])
    expect((await remove(id)).status).toBe(204)
    expect(await verdictOf(await remove(id))).toEqual([404, 'not_found'])
  })
})
