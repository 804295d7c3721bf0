import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'
import { aDocument, rubricClient, type RubricClient } from './rubrics.fixture.ts'

let service: TestService
let teacher: string
let rubrics: RubricClient
beforeAll(async () => {
  service = await startTestService()
  teacher = await service.signIn(101)
  rubrics = rubricClient(service, teacher)
})
afterAll(() => service.stop())

const put = (rubricId: string, revision: number, document: unknown = aDocument()): Promise<Response> =>
  rubrics.write('PUT', `${rubricId}/draft`, revision, document)
const other = aDocument({ title: { en: 'Other' }, maxPoints: 21 })

describe('putRubricDraft', () => {
  it('replaces the draft of a rubric that was never published', async () => {
    const rubricId = await rubrics.draft()
    const reply = await put(rubricId, 1, other)
    expect([reply.status, reply.headers.get('etag'), await reply.text()]).toEqual([204, '"2"', ''])
    expect(await rubrics.get(rubricId)).toMatchObject({
      state: 'draft',
      revision: 2,
      title: { en: 'Other' },
      draft: other,
    })
  })

  it('begins a draft in addition to the published version, and then replaces the draft', async () => {
    const rubricId = await rubrics.published()
    expect((await put(rubricId, 2)).status).toBe(204)
    expect((await put(rubricId, 3, other)).status).toBe(204)
    expect(await rubrics.get(rubricId)).toMatchObject({
      state: 'published',
      revision: 4,
      title: rubricDocumentExample.title,
      draft: other,
      latest: rubricDocumentExample,
      latestVersion: 1,
    })
  })

  it('rejects a draft of an archived rubric', async () => {
    const rubricId = await rubrics.archived()
    const reply = await put(rubricId, 3)
    expect([reply.status, await reply.json()]).toMatchObject([409, { code: 'not_in_state', detail: 'archived' }])
  })

  it('rejects the second of two writers who read the same revision, in any state', async () => {
    const rubricId = await rubrics.draft()
    await put(rubricId, 1)
    expect(await problemOf(await put(rubricId, 1, other))).toEqual([412, 'revision_conflict'])
    expect(await problemOf(await put(await rubrics.archived(), 2))).toEqual([412, 'revision_conflict'])
  })

  it('reports everything that is wrong with the document, before the revision', async () => {
    const [first] = rubricDocumentExample.criteria
    const document = aDocument({ title: { sv: '' }, criteria: [first, first] })
    expect(await problemOf(await put(await rubrics.draft(), 7, document))).toEqual([
      400,
      'validation_failed',
      '$.title.sv invalid_value',
      '$.title.sv too_short',
      '$.criteria[1].id duplicate',
    ])
  })
})
