import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'
import { rubricClient, type RubricClient } from './rubrics.fixture.ts'

let service: TestService
let teacher: string
let rubrics: RubricClient
beforeAll(async () => {
  service = await startTestService()
  teacher = await service.signIn(101)
  rubrics = rubricClient(service, teacher)
})
afterAll(() => service.stop())

const restore = (rubricId: string, revision: number): Promise<Response> =>
  rubrics.write('POST', `${rubricId}/restore`, revision)

describe('restoreRubric', () => {
  it('makes an archived rubric published again, so that it accepts drafts', async () => {
    const rubricId = await rubrics.archived()
    const reply = await restore(rubricId, 3)
    expect([reply.status, reply.headers.get('etag'), await reply.text()]).toEqual([204, '"4"', ''])
    const restored = await rubrics.get(rubricId)
    expect(restored).toMatchObject({ state: 'published', revision: 4, latestVersion: 1 })
    expect((await rubrics.write('PUT', `${rubricId}/draft`, 4, restored.latest)).status).toBe(204)
  })

  it.each(['draft', 'published'] as const)('rejects a rubric that is %s', async (state) => {
    const rubricId = await rubrics[state]()
    const { revision } = await rubrics.get(rubricId)
    const reply = await restore(rubricId, revision)
    expect([reply.status, await reply.json()]).toMatchObject([409, { code: 'not_in_state', detail: state }])
  })

  it('rejects another revision than the present one', async () => {
    expect(await problemOf(await restore(await rubrics.archived(), 2))).toEqual([412, 'revision_conflict'])
  })
})
