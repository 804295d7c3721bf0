import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queriesOf } from '@course-grading/test-service'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'
import { refused } from './require-written.ts'
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

const archive = (rubricId: string, revision: number): Promise<Response> =>
  rubrics.write('POST', `${rubricId}/archive`, revision)

describe('archiveRubric', () => {
  it('archives a published rubric with all that it has', async () => {
    const rubricId = await rubrics.edited()
    const { state: _, revision: _revision, updatedAt: _updatedAt, ...kept } = await rubrics.get(rubricId)
    const reply = await archive(rubricId, 3)
    expect([reply.status, reply.headers.get('etag'), await reply.text()]).toEqual([204, '"4"', ''])
    expect(await rubrics.get(rubricId)).toMatchObject({ ...kept, state: 'archived', revision: 4 })
  })

  it.each(['draft', 'archived'] as const)('is not done to one that is %s', async (state) => {
    const rubricId = await rubrics[state]()
    const { revision } = await rubrics.get(rubricId)
    const reply = await archive(rubricId, revision)
    expect([reply.status, await reply.json()]).toMatchObject([409, { code: 'not_in_state', detail: state }])
  })

  it('is not done to a revision that was not read', async () => {
    expect(await problemOf(await archive(await rubrics.published(), 1))).toEqual([412, 'revision_conflict'])
  })

  it('lets one of two win who do it at once', async () => {
    const rubricId = await rubrics.published()
    const replies = await Promise.all([archive(rubricId, 2), archive(rubricId, 2)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 412])
  })

  // No exercise can name a rubric yet, so this is as far as the refusal can be followed.
  it('is refused for a rubric by which an exercise is graded', () => {
    expect(refused({ outcome: 'in_use' }).code).toBe('rubric_in_use')
  })

  it('looks whether an exercise is graded by it, under a lock of the rubric', async () => {
    const rubricId = await rubrics.published()
    expect(await queriesOf(service, () => archive(rubricId, 2))).toEqual({
      useSession: 1,
      findRubricCourse: 1,
      findCourseAccess: 1,
      start: 1,
      lockRubric: 1,
      rubricIsInUse: 1,
      archiveRubric: 1,
      commit: 1,
    })
  })
})
