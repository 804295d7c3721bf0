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

const remove = (rubricId: string, revision: number): Promise<Response> => rubrics.write('DELETE', rubricId, revision)

describe('deleteRubric', () => {
  it('deletes a rubric that was never published', async () => {
    const rubricId = await rubrics.draft()
    const reply = await remove(rubricId, 1)
    expect([reply.status, reply.headers.get('etag'), await reply.text()]).toEqual([204, null, ''])
    for (const again of [
      await remove(rubricId, 1),
      await service.request('GET', `/rubrics/${rubricId}`, { session: teacher }),
    ])
      expect(await problemOf(again)).toEqual([404, 'not_found'])
  })

  it.each(['published', 'edited', 'archived'] as const)('does not delete a rubric that is %s', async (state) => {
    const rubricId = await rubrics[state]()
    const { revision } = await rubrics.get(rubricId)
    expect(await problemOf(await remove(rubricId, revision))).toEqual([409, 'rubric_in_use'])
    expect((await rubrics.get(rubricId)).revision).toBe(revision)
  })

  it('rejects another revision than the present one', async () => {
    const rubricId = await rubrics.draft()
    expect(await problemOf(await remove(rubricId, 2))).toEqual([412, 'revision_conflict'])
    expect((await rubrics.get(rubricId)).state).toBe('draft')
  })

  it('either deletes or publishes, if both are requested at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const rubricId = await rubrics.draft()
      const replies = await Promise.all([remove(rubricId, 1), rubrics.write('POST', `${rubricId}/publish`, 1)])
      expect(replies.map(({ status }) => status)).toBeOneOf([
        [204, 404],
        [204, 412],
        [412, 200],
      ])
    }
  })
})
