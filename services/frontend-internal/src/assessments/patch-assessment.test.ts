import { statementsOf } from '@course-grading/test-service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issuesOf, verdictOf } from '../every-operation.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type AssessmentClient, assessmentClient, comment, note } from './assessment-client.fixture.ts'
import { completeScores } from './assessments.fixture.ts'

let service: TestService
let client: AssessmentClient
let grader: string
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await assessmentClient(service)
  grader = await service.signIn(103)
})
afterAll(() => service.stop())

describe('patchAssessment', () => {
  it('saves scores, adjustment and note as the next revision, with their points', async () => {
    const id = await client.placed()
    const reply = await client.patch(
      id,
      { scores: completeScores, adjustment: { points: -1.5, reason: 'Late.' }, privateNote: 'Hm.' },
      { revision: 1 },
    )
    expect([reply.status, reply.headers.get('etag'), reply.headers.get('x-assessment-revision')]).toEqual([
      204,
      '"2"',
      '2',
    ])
    expect(await client.read(id)).toMatchObject({
      revision: 2,
      scores: completeScores,
      adjustment: { points: -1.5, reason: 'Late.' },
      privateNote: 'Hm.',
      points: 15.5,
    })
    expect(await client.rowOf(id)).toMatchObject({ points: '15.5', saved_at: expect.any(Date) })
  })

  it('saves an incomplete judgement', async () => {
    const id = await client.placed()
    expect((await client.patch(id, comment('faults', 'Begun.'), { revision: 1 })).status).toBe(204)
    expect((await client.read(id)).scores).toEqual({ faults: { comment: 'Begun.' } })
  })

  it('renews the lease, keeps the claim from being offered again, and makes no revision of nothing new', async () => {
    const id = await client.placed()
    await client.patch(id, note('x'), { revision: 1 })
    await ownerQuery(service, 'UPDATE assessment SET is_offered = TRUE WHERE id = $1', [id])
    await client.endLease(id)
    const reply = await client.patch(id, note('x'), { revision: 2 })
    expect([reply.status, reply.headers.get('etag')]).toEqual([204, '"2"'])
    expect(await client.rowOf(id)).toMatchObject({ revision: 2, is_offered: false })
    expect(new Date((await client.read(id)).leaseExpiresAt ?? 0).getTime()).toBeGreaterThan(Date.now())
  })

  it('takes a late save, as long as nobody else has claimed', async () => {
    const id = await client.placed()
    await client.endLease(id)
    expect((await client.patch(id, note('late'), { revision: 1 })).status).toBe(204)
    const [submission] = await ownerQuery(
      service,
      'SELECT held_until > now() AS held FROM submission JOIN assessment USING (submission_id) WHERE id = $1',
      [id],
    )
    expect(submission).toEqual({ held: true })
  })

  it.each<[what: string, body: object, issues: string[]]>([
    ['a criterion that there is not', { scores: { style: { points: 1 } } }, ['$.scores.style unknown_criterion']],
    [
      'a level that there is not',
      { scores: { structure: { levelId: 'best' } } },
      ['$.scores.structure.levelId unknown_level'],
    ],
    ['points outside of the limits', { scores: { report: { points: 12 } } }, ['$.scores.report.points out_of_range']],
    ['an adjustment without its reason', { adjustment: { points: 1 } }, ['$.adjustment.reason required']],
    [
      'an adjustment with a blank reason',
      { adjustment: { points: 1, reason: '   ' } },
      ['$.adjustment.reason invalid_value'],
    ],
    [
      'too much',
      {
        scores: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`c${at}`, { comment: 'x'.repeat(18_000) }])),
      },
      ['$ too_large'],
    ],
  ])('refuses %s, and parks nothing', async (_what, body, issues) => {
    const id = await client.placed()
    const reply = await client.patch(id, body, { revision: 1 })
    expect([reply.status, await issuesOf(reply)]).toEqual([400, issues])
    expect([(await client.read(id)).revision, await client.parkedOf(id)]).toEqual([1, []])
  })

  it.each([
    [{ surprise: 1 }, '$.surprise unknown_field'],
    [{ scores: { report: { marks: 1 } } }, '$.scores.report.marks unknown_field'],
    [{ privateNote: 'x'.repeat(20_001) }, '$.privateNote too_long'],
    [comment('report', 'x'.repeat(20_001)), '$.scores.report.comment too_long'],
    [{ adjustment: { reason: 'x'.repeat(501) } }, '$.adjustment.reason too_long'],
  ])('refuses a body of another form: %#', async (body, issue) => {
    expect(await issuesOf(await client.patch(await client.placed(), body, { revision: 1 }))).toEqual([issue])
  })

  it('may be based on an earlier revision if nothing that it names has changed since', async () => {
    const id = await client.placed()
    await client.patch(id, comment('report', 'one'), { revision: 1 })
    await client.patch(id, comment('structure', 'two'), { base: 1 })
    const reply = await client.patch(id, note('three'), { base: 1 })
    expect([reply.status, reply.headers.get('etag')]).toEqual([204, '"4"'])
    expect(await client.read(id)).toMatchObject({
      scores: { report: { comment: 'one' }, structure: { comment: 'two' } },
      privateNote: 'three',
    })
  })

  it('needs either If-Match or a base', async () => {
    const id = await client.placed()
    expect(await verdictOf(await client.patch(id, note('x')))).toEqual([428, 'precondition_required'])
    expect(await issuesOf(await client.patch(id, note('x'), { revision: 1, base: 1 }))).toEqual([
      '$.query.base conflict',
    ])
  })

  it('writes saves of one person within five minutes as one row of the history, with what the row left', async () => {
    const id = await client.placed()
    const events = () =>
      ownerQuery(
        service,
        `SELECT by_user_id::int AS by, from_revision AS "from", to_revision AS "to", points_after::float8 AS points, judgement ->> 'privateNote' AS note
        FROM assessment_event WHERE assessment_id = $1 AND event = 'saved' ORDER BY id`,
        [id],
      )
    await client.patch(id, note('a'), { revision: 1 })
    await client.patch(id, { scores: completeScores, privateNote: 'b' }, { revision: 2 })
    expect(await events()).toEqual([{ by: 101, from: 1, to: 3, points: 17, note: 'b' }])
    await ownerQuery(service, "UPDATE assessment_event SET at = at - interval '6 minutes' WHERE assessment_id = $1", [
      id,
    ])
    await client.patch(id, note('c'), { revision: 3 })
    await client.giveTo(id, 103)
    await client.patch(id, note('d'), { session: grader, revision: 4 })
    await client.giveTo(id, 101)
    await client.patch(id, note('e'), { revision: 5 })
    expect((await events()).map(({ by, to, note: left }) => [by, to, left])).toEqual([
      [101, 3, 'b'],
      [101, 4, 'c'],
      [103, 5, 'd'],
      [101, 6, 'e'],
    ])
    expect((await client.read(id)).grader.userId).toBe(101)
  })

  it('counts a snippet that a score newly refers to', async () => {
    const make = async (scope: 'course' | 'personal', session = client.teacher) => {
      const body = { scope, exerciseId: null, criterionId: null, label: 'x', text: { en: 'x' }, points: null }
      const reply = await service.request('POST', '/courses/11/snippets', { session, body })
      return ((await reply.json()) as { snippetId: string }).snippetId
    }
    const [one, other, foreign] = [await make('course'), await make('personal'), await make('personal', grader)]
    const uses = async () =>
      (
        await ownerQuery(
          service,
          'SELECT snippet_id, use_count, last_used_at IS NULL AS unused FROM snippet WHERE snippet_id = ANY ($1)',
          [[one, other, foreign]],
        )
      )
        .toSorted(
          (a, b) =>
            [one, other, foreign].indexOf(String(a['snippet_id'])) -
            [one, other, foreign].indexOf(String(b['snippet_id'])),
        )
        .map(({ use_count: count }) => count)
    const id = await client.placed()
    const inserted = (snippetId: string, edited = false) => ({ snippet: { snippetId, edited }, comment: 'x' })
    await client.patch(
      id,
      { scores: { report: inserted(one), faults: inserted(one), structure: inserted('no-uuid') } },
      { base: 1 },
    )
    expect(await uses()).toEqual([2, 0, 0])
    await client.patch(
      id,
      { scores: { report: inserted(one, true), faults: inserted(other), structure: inserted(foreign) } },
      { base: 2 },
    )
    expect(await uses()).toEqual([2, 1, 0])
  })

  it('makes at most six statements', async () => {
    const id = await client.placed()
    const snippet = { snippet: { snippetId: '019ea3f2-6c00-7a1b-8c2d-5e5f6a6b7c7d', edited: false } }
    expect(
      await statementsOf(service, () => client.patch(id, { scores: { report: snippet } }, { base: 1 })),
    ).toBeLessThanOrEqual(6)
  })

  it('takes one of two saves of the same part at the same time, and both of different parts', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await client.placed()
      const same = await Promise.all([
        client.patch(id, note('a'), { base: 1 }),
        client.patch(id, note('b'), { base: 1 }),
      ])
      expect(same.map(({ status }) => status).toSorted()).toEqual([204, 409])
      const different = await Promise.all([
        client.patch(id, comment('report', 'a'), { base: 1 }),
        client.patch(id, comment('faults', 'b'), { base: 1 }),
      ])
      expect(different.map(({ status }) => status)).toEqual([204, 204])
      expect(await client.read(id)).toMatchObject({
        revision: 4,
        scores: { report: { comment: 'a' }, faults: { comment: 'b' } },
      })
    }
  })
})
