import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
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

const archive = (rubricId: string, revision: number): Promise<Response> =>
  rubrics.write('POST', `${rubricId}/archive`, revision)
const gradeBy = (rubricId: string | null, revision: number): Promise<Response> =>
  service.request('PUT', '/courses/11/exercises/1103/grading', {
    session: teacher,
    ifMatch: `"${revision}"`,
    body: { ...defaultExerciseGrading, rubricId },
  })

describe('archiveRubric', () => {
  it('archives a published rubric and keeps all its parts', async () => {
    const rubricId = await rubrics.edited()
    const { state: _, revision: _revision, updatedAt: _updatedAt, ...kept } = await rubrics.get(rubricId)
    const reply = await archive(rubricId, 3)
    expect([reply.status, reply.headers.get('etag'), await reply.text()]).toEqual([204, '"4"', ''])
    expect(await rubrics.get(rubricId)).toMatchObject({ ...kept, state: 'archived', revision: 4 })
  })

  it.each(['draft', 'archived'] as const)('rejects a rubric that is %s', async (state) => {
    const rubricId = await rubrics[state]()
    const { revision } = await rubrics.get(rubricId)
    const reply = await archive(rubricId, revision)
    expect([reply.status, await reply.json()]).toMatchObject([409, { code: 'not_in_state', detail: state }])
  })

  it('rejects another revision than the present one', async () => {
    expect(await problemOf(await archive(await rubrics.published(), 1))).toEqual([412, 'revision_conflict'])
  })

  it('succeeds for one of two requests at the same time', async () => {
    const rubricId = await rubrics.published()
    const replies = await Promise.all([archive(rubricId, 2), archive(rubricId, 2)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 412])
  })

  it('is rejected as long as an exercise is graded by the rubric', async () => {
    const rubricId = await rubrics.published()
    expect((await gradeBy(rubricId, 0)).status).toBe(204)
    expect(await rubrics.get(rubricId)).toMatchObject({ exerciseIds: [1103] })
    expect(await problemOf(await archive(rubricId, 2))).toEqual([409, 'rubric_in_use'])
    expect((await rubrics.get(rubricId)).state).toBe('published')
    expect((await gradeBy(null, 1)).status).toBe(204)
    expect((await archive(rubricId, 2)).status).toBe(204)
  })

  it('leaves no exercise with an archived rubric, even if settings begin to name it at the same time', async () => {
    let revision = 2
    for (let round = 0; round < 10; round += 1) {
      const rubricId = await rubrics.published()
      const [archived, named] = await Promise.all([archive(rubricId, 2), gradeBy(rubricId, revision)])
      expect([archived.status, named.status]).toBeOneOf([
        [204, 400],
        [409, 204],
      ])
      revision += named.status === 204 ? 1 : 0
    }
  })
})
