import { describe, expect } from 'vitest'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { problemOf } from '../problem-of.fixture.ts'
import { aDocument } from './rubrics.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'

describe('createRubric', () => {
  it('replies 201 with a draft at revision 1, and later reads return that draft', async ({ service, rubrics }) => {
    const reply = await create(service, rubricDocumentExample)
    await expect(reply).toBeRevision(201, 1)
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

  it.for<[what: string, document: object, issues: string[]]>([
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
  ])('rejects %s', async ([_what, change, issues], { service }) => {
    expect(await problemOf(await create(service, aDocument(change)))).toEqual([400, 'validation_failed', ...issues])
  })

  it("checks that the languages are those of the rubric's own course", async ({ service }) => {
    const session = await service.signIn(104)
    const ofOther = { session, courseId: 13 }
    const [, , report] = rubricDocumentExample.criteria
    const inEnglish = aDocument({ title: { en: 'Project' }, criteria: [report] })
    await expect(create(service, inEnglish, ofOther)).toBeReply(201)
    await expect(create(service, aDocument(), ofOther)).toBeProblem(400, 'validation_failed', [
      '$.document.title.fi invalid_value',
      '$.document.criteria[0].title.fi invalid_value',
    ])
  })
})

const create = (
  service: TestService,
  document: unknown,
  { session, courseId = 11 }: { session?: string | undefined; courseId?: number } = {},
): Promise<Response> => service.send('POST', `/courses/${courseId}/rubrics`, { session, body: { document } })
