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

const create = (document: unknown, { session = teacher, courseId = 11 } = {}): Promise<Response> =>
  service.request('POST', `/courses/${courseId}/rubrics`, { session, body: { document } })

describe('createRubric', () => {
  it('replies 201 with a draft at revision 1, and later reads return that draft', async () => {
    const reply = await create(rubricDocumentExample)
    expect([reply.status, reply.headers.get('etag')]).toEqual([201, '"1"'])
    const body = (await reply.json()) as { rubricId: string }
    expect(body).toEqual({
      rubricId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      courseId: 11,
      state: 'draft',
      revision: 1,
      title: rubricDocumentExample.title,
      latestVersion: null,
      latestWording: null,
      draft: rubricDocumentExample,
      latest: null,
      exerciseIds: [],
      createdAt: expect.stringMatching(/\.\d{3}Z$/),
      updatedAt: expect.stringMatching(/\.\d{3}Z$/),
    })
    expect(await rubrics.get(body.rubricId)).toEqual(body)
  })

  it.each<[what: string, document: object, issues: string[]]>([
    ['a missing member', { title: undefined }, ['$.document.title required']],
    ['an unknown member', { surprise: 1 }, ['$.document.surprise unknown_field']],
    ['a wrong type', { maxPoints: '20' }, ['$.document.maxPoints invalid_type']],
    ['a text that is none', { title: { en: 1 } }, ['$.document.title.en invalid_type']],
    ['a language that the course lacks', { title: { sv: 'Projekt' } }, ['$.document.title.sv invalid_value']],
    [
      'every rule at once',
      { maxPoints: 0.001, startingPoints: -1, criteria: [], title: {} },
      [
        '$.document.title too_short',
        '$.document.maxPoints invalid_value',
        '$.document.startingPoints too_small',
        '$.document.criteria too_short',
      ],
    ],
    [
      'a criterion without the members of its kind',
      { criteria: [{ ...rubricDocumentExample.criteria[2], kind: 'levels' }] },
      [
        '$.document.criteria[0].levels required',
        '$.document.criteria[0].min unknown_field',
        '$.document.criteria[0].max unknown_field',
        '$.document.criteria[0].step unknown_field',
      ],
    ],
  ])('rejects %s', async (_what, change, issues) => {
    expect(await problemOf(await create(aDocument(change)))).toEqual([400, 'validation_failed', ...issues])
  })

  it("checks that the languages are those of the rubric's own course", async () => {
    const session = await service.signIn(104)
    const ofOther = { session, courseId: 13 }
    const [, , report] = rubricDocumentExample.criteria
    const inEnglish = aDocument({ title: { en: 'Project' }, criteria: [report] })
    expect((await create(inEnglish, ofOther)).status).toBe(201)
    expect(await problemOf(await create(aDocument(), ofOther))).toEqual([
      400,
      'validation_failed',
      '$.document.title.fi invalid_value',
      '$.document.criteria[0].title.fi invalid_value',
    ])
  })
})
