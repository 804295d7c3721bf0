import { describe, expect } from 'vitest'
import { defaultExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import type { RubricClient } from './rubrics.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'

describe('archiveRubric', () => {
  it('archives a published rubric and keeps all its parts', async ({ rubrics }) => {
    const rubricId = await rubrics.edited()
    const { state: _, revision: _revision, updatedAt: _updatedAt, ...kept } = await rubrics.get(rubricId)
    const reply = await archive(rubrics, rubricId, 3)
    await expect(reply).toBeRevision(204, 4)
    expect(await reply.text()).toBe('')
    expect(await rubrics.get(rubricId)).toMatchObject({ ...kept, state: 'archived', revision: 4 })
  })

  it('rejects a rubric that was never published', async ({ rubrics }) => {
    await expect(archive(rubrics, await rubrics.draft(), 1)).toBeProblem(409, 'not_in_state', { detail: 'draft' })
  })

  it('is rejected as long as an exercise is graded by the rubric', async ({ service, rubrics }) => {
    const rubricId = await rubrics.published()
    await expect(gradeBy(service, rubricId, 0)).toBeReply(204)
    expect(await rubrics.get(rubricId)).toMatchObject({ exerciseIds: [1103] })
    await expect(archive(rubrics, rubricId, 2)).toBeProblem(409, 'rubric_in_use')
    expect((await rubrics.get(rubricId)).state).toBe('published')
    await expect(gradeBy(service, null, 1)).toBeReply(204)
    await expect(archive(rubrics, rubricId, 2)).toBeReply(204)
  })
})

const archive = (rubrics: RubricClient, rubricId: string, revision: number): Promise<Response> =>
  rubrics.write('POST', `${rubricId}/archive`, revision)

const gradeBy = (service: TestService, rubricId: string | null, revision: number): Promise<Response> =>
  service.send('PUT', '/courses/11/exercises/1103/grading', {
    ifMatch: `"${revision}"`,
    body: { ...defaultExerciseGrading, rubricId },
  })
