import { describe, expect } from 'vitest'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { aDocument, type RubricClient } from './rubrics.fixture.ts'
import { it } from '../service-test.fixture.ts'

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

const other = aDocument({ title: { en: 'Other' }, maxPoints: 21 })

const put = (
  rubrics: RubricClient,
  rubricId: string,
  revision: number,
  document: unknown = aDocument(),
): Promise<Response> => rubrics.write('PUT', `${rubricId}/draft`, revision, document)
