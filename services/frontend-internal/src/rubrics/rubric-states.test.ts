import { describe, expect } from 'vitest'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { defaultExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import { aDocument, type RubricClient } from './rubrics.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'

describe('putRubricDraft', () => {
  it('replaces the draft of a rubric that was never published', async ({ rubrics }) => {
    const rubricId = await rubrics.draft()
    const reply = await put(rubrics, rubricId, 1, other)
    await expect(reply).toBeRevision(204, 2)
    expect(await reply.text()).toBe('')
    expect(await rubrics.get(rubricId)).toMatchObject({
      state: 'draft',
      revision: 2,
      title: { en: 'Other' },
      draft: other,
    })
  })

  it('begins a draft in addition to the published version, and then replaces the draft', async ({ rubrics }) => {
    const rubricId = await rubrics.published()
    await expect(put(rubrics, rubricId, 2)).toBeReply(204)
    await expect(put(rubrics, rubricId, 3, other)).toBeReply(204)
    expect(await rubrics.get(rubricId)).toMatchObject({
      state: 'published',
      revision: 4,
      title: rubricDocumentExample.title,
      draft: other,
      latest: rubricDocumentExample,
      latestVersion: 1,
    })
  })

  it('rejects a draft of an archived rubric', async ({ rubrics }) => {
    const rubricId = await rubrics.archived()
    await expect(put(rubrics, rubricId, 3)).toBeProblem(409, 'not_in_state', { detail: 'archived' })
  })

  it('reports everything that is wrong with the document, before the revision', async ({ rubrics }) => {
    const [first] = rubricDocumentExample.criteria
    const document = aDocument({ title: { sv: '' }, criteria: [first, first] })
    await expect(put(rubrics, await rubrics.draft(), 7, document)).toBeProblem(400, 'validation_failed', [
      '$.title.sv invalid_value',
      '$.title.sv too_short',
      '$.criteria[1].id duplicate',
    ])
  })
})

describe('deleteRubricDraft', () => {
  it('deletes the draft, and keeps published versions', async ({ rubrics }) => {
    const rubricId = await rubrics.edited()
    const reply = await discard(rubrics, rubricId, 3)
    await expect(reply).toBeRevision(204, 4)
    expect(await reply.text()).toBe('')
    expect(await rubrics.get(rubricId)).toMatchObject({
      state: 'published',
      draft: null,
      latest: rubricDocumentExample,
    })
  })

  it('is not done to one that was never published', async ({ rubrics }) => {
    await expect(discard(rubrics, await rubrics.draft(), 1)).toBeProblem(409, 'not_in_state', { detail: 'draft' })
  })
})

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

describe('restoreRubric', () => {
  it('makes an archived rubric published again, so that it accepts drafts', async ({ rubrics }) => {
    const rubricId = await rubrics.archived()
    const reply = await restore(rubrics, rubricId, 3)
    await expect(reply).toBeRevision(204, 4)
    expect(await reply.text()).toBe('')
    const restored = await rubrics.get(rubricId)
    expect(restored).toMatchObject({ state: 'published', revision: 4, latestVersion: 1 })
    await expect(rubrics.write('PUT', `${rubricId}/draft`, 4, restored.latest)).toBeReply(204)
  })

  it('rejects a rubric that is not archived', async ({ rubrics }) => {
    const rubricId = await rubrics.published()
    await expect(restore(rubrics, rubricId, 2)).toBeProblem(409, 'not_in_state', { detail: 'published' })
  })
})

describe('deleteRubric', () => {
  it('deletes a rubric that was never published', async ({ service, rubrics }) => {
    const rubricId = await rubrics.draft()
    const reply = await remove(rubrics, rubricId, 1)
    expect(reply.status).toBe(204)
    expect(reply.headers.get('etag')).toBe(null)
    expect(await reply.text()).toBe('')
    for (const again of [await remove(rubrics, rubricId, 1), await service.get(`/rubrics/${rubricId}`)])
      await expect(again).toBeProblem(404, 'not_found')
  })

  it('does not delete one that was published', async ({ rubrics }) => {
    await expect(remove(rubrics, await rubrics.published(), 2)).toBeProblem(409, 'rubric_in_use')
  })
})

const other = aDocument({ title: { en: 'Other' }, maxPoints: 21 })

const put = (
  rubrics: RubricClient,
  rubricId: string,
  revision: number,
  document: unknown = aDocument(),
): Promise<Response> => rubrics.write('PUT', `${rubricId}/draft`, revision, document)

const discard = (rubrics: RubricClient, rubricId: string, revision: number): Promise<Response> =>
  rubrics.write('DELETE', `${rubricId}/draft`, revision)

const archive = (rubrics: RubricClient, rubricId: string, revision: number): Promise<Response> =>
  rubrics.write('POST', `${rubricId}/archive`, revision)

const gradeBy = (service: TestService, rubricId: string | null, revision: number): Promise<Response> =>
  service.send('PUT', '/courses/11/exercises/1103/grading', {
    ifMatch: `"${revision}"`,
    body: { ...defaultExerciseGrading, rubricId },
  })

const restore = (rubrics: RubricClient, rubricId: string, revision: number): Promise<Response> =>
  rubrics.write('POST', `${rubricId}/restore`, revision)

const remove = (rubrics: RubricClient, rubricId: string, revision: number): Promise<Response> =>
  rubrics.write('DELETE', rubricId, revision)
