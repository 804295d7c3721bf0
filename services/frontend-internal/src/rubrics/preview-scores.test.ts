import { describe, expect } from 'vitest'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { aDocument } from './rubrics.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'

const scores = {
  structure: { levelId: 'good' },
  faults: { checks: { copied: 2 }, comment: 'Twice.' },
  report: { points: 1.75 },
}

describe('previewScores', () => {
  it('returns the points of scores', async ({ service, rubrics }) => {
    const adjustment = { points: 0.5, reason: 'A good idea.' }
    const reply = await preview(service, await rubrics.published(), { scores, adjustment })
    expect(reply.status).toBe(200)
    expect(await reply.json()).toEqual({
      points: 9,
      byCriterion: { structure: 8.5, faults: -2, report: 1.75 },
      parts: [
        { kind: 'criterion', criterionId: 'structure', points: 8.5 },
        { kind: 'criterion', criterionId: 'faults', points: -2 },
        { kind: 'criterion', criterionId: 'report', points: 1.75 },
        { kind: 'adjustment', points: 0.5 },
        { kind: 'rounding', points: 0.25 },
      ],
      issues: [],
    })
  })

  it('uses the draft or the latest wording of a version, and no other', async ({ service, rubrics }) => {
    const rubricId = await rubrics.edited(aDocument({ rounding: 'none', startingPoints: 0.25 }))
    expect(await (await preview(service, rubricId, { version: null, scores })).json()).toMatchObject({ points: 8.5 })
    expect(await (await preview(service, rubricId, { version: 1, scores })).json()).toMatchObject({ points: 8.5 })
    const adjustment = { points: -0.01, reason: 'x' }
    expect(await (await preview(service, rubricId, { version: null, scores, adjustment })).json()).toMatchObject({
      points: 8.49,
    })
    await expect(preview(service, rubricId, { version: 2 })).toBeProblem(404, 'not_found')
    await expect(preview(service, await rubrics.published(), { version: null })).toBeProblem(404, 'not_found')
  })

  it('includes problems of the scores in the reply', async ({ service, rubrics }) => {
    const rubricId = await rubrics.published(
      aDocument({
        criteria: rubricDocumentExample.criteria.map((criterion) =>
          criterion.kind === 'checks' ? { ...criterion, minChecks: 2, maxChecks: 2 } : criterion,
        ),
      }),
    )
    const codes = async (given: object, adjusted = 0) => {
      const reply = await preview(service, rubricId, { scores: given, adjustment: { points: adjusted, reason: 'x' } })
      expect(reply.status).toBe(200)
      const { issues } = (await reply.json()) as { issues: { path: string; code: string }[] }
      return issues.map(({ path, code }) => `${path} ${code}`)
    }
    expect(
      await codes({
        style: {},
        structure: { points: 1 },
        faults: { checks: { none: 1, copied: 6 } },
        report: { points: 0.1 },
      }),
    ).toEqual([
      '$.scores.structure.points wrong_kind',
      '$.scores.faults.checks.none unknown_check',
      '$.scores.faults.checks.copied too_many_times',
      '$.scores.report.points off_step',
      '$.scores.style unknown_criterion',
      '$.scores.structure score_required',
      '$.scores.faults.comment comment_required',
    ])
    expect(
      await codes(
        { structure: { levelId: 'best' }, faults: { checks: { 'no-tests': 1 } }, report: { points: 12 } },
        1_000_001,
      ),
    ).toEqual([
      '$.scores.structure.levelId unknown_level',
      '$.scores.report.points out_of_range',
      '$.adjustment.points out_of_range',
      '$.scores.faults.checks too_few_checks',
    ])
  })

  it.for<[body: object, issue: string]>([
    [{ version: 0 }, '$.version too_small'],
    [{ version: '1' }, '$.version invalid_type'],
    [{ scores: [] }, '$.scores invalid_type'],
    [{ scores: { structure: { level: 'good' } } }, '$.scores.structure.level unknown_field'],
    [{ scores: { faults: { checks: { copied: 0.5 } } } }, '$.scores.faults.checks.copied invalid_type'],
    [{ scores: { report: { comment: 'x'.repeat(20_001) } } }, '$.scores.report.comment too_long'],
    [{ surprise: 1 }, '$.surprise unknown_field'],
  ])('rejects %j, which are not scores', async ([body, issue], { service, rubrics }) => {
    await expect(preview(service, await rubrics.published(), body)).toBeProblem(400, 'validation_failed', [issue])
  })

  it('stores nothing', async ({ service, rubrics }) => {
    const rubricId = await rubrics.published()
    const before = await rubrics.get(rubricId)
    await preview(service, rubricId, { scores })
    expect(await rubrics.get(rubricId)).toEqual(before)
  })
})

const preview = (service: TestService, rubricId: string, body: object): Promise<Response> =>
  service.send('POST', `/rubrics/${rubricId}/preview`, {
    body: { version: 1, scores: {}, adjustment: null, ...body },
  })
