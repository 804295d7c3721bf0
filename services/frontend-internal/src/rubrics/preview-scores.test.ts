import { describe, expect } from 'vitest'
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
    const impossible = { style: {}, faults: { checks: { copied: 1 } }, report: { points: 0.1 } }
    const adjustment = { points: 1_000_001, reason: 'x' }
    const reply = await preview(service, await rubrics.published(), { scores: impossible, adjustment })
    expect(reply.status).toBe(200)
    const { issues } = (await reply.json()) as { issues: { path: string; code: string }[] }
    expect(issues.map(({ path, code }) => `${path} ${code}`)).toEqual([
      '$.scores.report.points off_step',
      '$.scores.style unknown_criterion',
      '$.adjustment.points out_of_range',
      '$.scores.structure score_required',
      '$.scores.faults.comment comment_required',
    ])
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
