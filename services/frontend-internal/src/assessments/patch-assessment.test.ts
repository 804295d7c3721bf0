import { statementsOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { issuesOf } from '../every-operation.fixture.ts'
import { comment, note } from './assessment-client.fixture.ts'
import { completeScores } from './assessments.fixture.ts'
import { itOnExamples as it } from '../service-test.fixture.ts'

describe('patchAssessment', () => {
  it('saves scores, adjustment and note as the next revision, with their points', async ({ assessments }) => {
    const id = await assessments.placed()
    const reply = await assessments.patch(
      id,
      { scores: completeScores, adjustment: { points: -1.5, reason: 'Late.' }, privateNote: 'Hm.' },
      { revision: 1 },
    )
    await expect(reply).toBeRevision(204, 2)
    expect(await assessments.read(id)).toMatchObject({
      revision: 2,
      scores: completeScores,
      adjustment: { points: -1.5, reason: 'Late.' },
      privateNote: 'Hm.',
      points: 15.5,
    })
    expect(await assessments.rowOf(id)).toMatchObject({ points: '15.5', saved_at: expect.any(Date) })
  })

  it('saves an incomplete judgement', async ({ assessments }) => {
    const id = await assessments.placed()
    await expect(assessments.patch(id, comment('faults', 'Begun.'), { revision: 1 })).toBeReply(204)
    expect((await assessments.read(id)).scores).toEqual({ faults: { comment: 'Begun.' } })
  })

  it('saves a note beside points that are above a lowered maximum, which only a completion refuses', async ({
    service,
    assessments,
  }) => {
    const id = await assessments.placed({ rubricId: null, scores: { points: { points: 7 } } })
    await service.sql`UPDATE assessment SET max_points = 5 WHERE id = ${id}`
    await expect(assessments.patch(id, note('x'), { revision: 1 })).toBeReply(204)
    const above = await assessments.patch(id, { scores: { points: { points: 6 } } }, { revision: 2 })
    expect(await issuesOf(above)).toEqual(['$.scores.points.points out_of_range'])
    const incomplete = await assessments.complete(id, 2)
    expect(incomplete.status).toBe(409)
    expect(await issuesOf(incomplete)).toEqual(['$.scores.points.points out_of_range'])
  })

  it('renews the lease and keeps the claim, and nothing new is no revision', async ({ service, assessments }) => {
    const id = await assessments.placed()
    await assessments.patch(id, note('x'), { revision: 1 })
    await service.sql`UPDATE assessment SET is_offered = TRUE WHERE id = ${id}`
    await assessments.endLease(id)
    await expect(assessments.patch(id, note('x'), { revision: 2 })).toBeRevision(204, 2)
    expect(await assessments.rowOf(id)).toMatchObject({ revision: 2, is_offered: false })
    expect(new Date((await assessments.read(id)).leaseExpiresAt ?? 0).getTime()).toBeGreaterThan(Date.now())
  })

  it('takes a late save, as long as nobody else has claimed', async ({ assessments }) => {
    const id = await assessments.placed()
    await assessments.endLease(id)
    await expect(assessments.patch(id, note('late'), { revision: 1 })).toBeReply(204)
    expect(await assessments.submissionOf(id)).toMatchObject({ claimed: true })
  })

  it.for<[what: string, body: object, issues: string[]]>([
    ['a criterion that there is not', { scores: { style: { points: 1 } } }, ['$.scores.style unknown_criterion']],
    ['an adjustment without its reason', { adjustment: { points: 1 } }, ['$.adjustment.reason required']],
    [
      'an adjustment with a blank reason',
      { adjustment: { points: 1, reason: '   ' } },
      ['$.adjustment.reason invalid_value'],
    ],
  ])('refuses %s, and parks nothing', async ([_what, body, issues], { assessments }) => {
    const id = await assessments.placed()
    const reply = await assessments.patch(id, body, { revision: 1 })
    expect(reply.status).toBe(400)
    expect(await issuesOf(reply)).toEqual(issues)
    expect((await assessments.read(id)).revision).toBe(1)
    expect(await assessments.parkedOf(id)).toEqual([])
  })

  it('may be based on an earlier revision if nothing that it names has changed since', async ({ assessments }) => {
    const id = await assessments.placed()
    await assessments.patch(id, comment('report', 'one'), { revision: 1 })
    await assessments.patch(id, comment('structure', 'two'), { base: 1 })
    await expect(assessments.patch(id, note('three'), { base: 1 })).toBeRevision(204, 4)
    expect(await assessments.read(id)).toMatchObject({
      scores: { report: { comment: 'one' }, structure: { comment: 'two' } },
      privateNote: 'three',
    })
  })

  it.for<[string, object]>([
    ['a score', { scores: { structure: { comment: 'one' } } }],
    ['a score that says nothing', { scores: { structure: { comment: null, levelId: null } } }],
    ['all scores taken out', { scores: null }],
    ['no adjustment', { adjustment: null }],
    ['an empty note', { privateNote: null }],
  ])('may be sent again after its answer was lost: %s', async ([, patch], { assessments, service }) => {
    const id = await assessments.placed({ scores: completeScores })
    const before = { adjustment: { points: 2, reason: 'before' }, privateNote: 'before' }
    await assessments.patch(id, { ...before, ...comment('structure', 'before') }, { revision: 1 })
    const first = await assessments.patch(id, patch, { base: 2 })
    expect([first.status, first.headers.get('etag')]).toEqual([204, '"3"'])
    const again = await assessments.patch(id, patch, { base: 2 })
    expect([again.status, again.headers.get('etag')]).toEqual([204, '"3"'])
    expect(await service.sql`SELECT 1 FROM parked_draft WHERE assessment_id = ${id}`).toEqual([])
    await expect(assessments.patch(id, patch, { revision: 2 })).toBeProblem(412, 'revision_conflict')
  })

  it('with a base is refused to somebody who does not hold it, and where that revision does not exist yet', async ({
    assessments,
    grader,
  }) => {
    const id = await assessments.placed()
    await expect(assessments.patch(id, note('x'), { base: 1, session: grader })).toBeProblem(409, 'claim_lost')
    await expect(assessments.patch(id, note('x'), { base: 2 })).toBeProblem(409, 'merge_conflict')
  })

  it('needs either If-Match or a base', async ({ assessments }) => {
    const id = await assessments.placed()
    await expect(assessments.patch(id, note('x'))).toBeProblem(428, 'precondition_required')
    expect(await issuesOf(await assessments.patch(id, note('x'), { revision: 1, base: 1 }))).toEqual([
      '$.query.base conflict',
    ])
  })

  it('writes saves of one person within five minutes as one row', async ({ service, assessments, grader }) => {
    const id = await assessments.placed()
    const events = () =>
      service.sql`SELECT by_user_id::int AS by, from_revision AS "from", to_revision AS "to", points_after::float8 AS points, judgement ->> 'privateNote' AS note
        FROM assessment_event WHERE assessment_id = ${id} AND event = 'saved' ORDER BY id`
    await assessments.patch(id, note('a'), { revision: 1 })
    await assessments.patch(id, { scores: completeScores, privateNote: 'b' }, { revision: 2 })
    expect(await events()).toEqual([{ by: 101, from: 1, to: 3, points: 17, note: 'b' }])
    await service.sql`UPDATE assessment_event SET at = at - interval '6 minutes' WHERE assessment_id = ${id}`
    await assessments.patch(id, note('c'), { revision: 3 })
    await assessments.giveTo(id, 103)
    await assessments.patch(id, note('d'), { session: grader, revision: 4 })
    await assessments.giveTo(id, 101)
    await assessments.patch(id, note('e'), { revision: 5 })
    expect((await events()).map(({ by, to, note: left }) => [by, to, left])).toEqual([
      [101, 3, 'b'],
      [101, 4, 'c'],
      [103, 5, 'd'],
      [101, 6, 'e'],
    ])
    expect((await assessments.read(id)).grader.userId).toBe(101)
  })

  it('continues no row of another person, even if nothing stands between', async ({ service, assessments, grader }) => {
    const id = await assessments.placed()
    await assessments.patch(id, note('a'), { revision: 1 })
    await service.sql`UPDATE assessment SET holder_id = 103 WHERE id = ${id}`
    await assessments.patch(id, note('b'), { session: grader, revision: 2 })
    expect((await assessments.eventsOf(id)).map(({ by, to }) => [by, to])).toEqual([
      [101, 2],
      [103, 3],
    ])
  })

  it('continues no row since which another person saved feedback', async ({ service, feedback, grader }) => {
    const { assessments } = feedback
    const { id, assessmentId } = await feedback.ofSubmission()
    await assessments.patch(assessmentId, note('a'), { revision: 1 })
    await service.sql`UPDATE assessment SET holder_id = 103 WHERE id = ${assessmentId}`
    await feedback.patch(id, { body: 'b' }, { session: grader, revision: 1 })
    await service.sql`UPDATE assessment SET holder_id = 101 WHERE id = ${assessmentId}`
    await assessments.patch(assessmentId, note('c'), { revision: 3 })
    expect((await assessments.eventsOf(assessmentId)).map(({ by }) => by)).toEqual([101, 103, 101])
  })

  it('counts a snippet that a score newly refers to', async ({ service, assessments, grader }) => {
    const make = async (scope: 'course' | 'personal', session?: string) => {
      const body = { scope, exerciseId: null, criterionId: null, label: 'x', text: { en: 'x' }, points: null }
      const reply = await service.send('POST', '/courses/11/snippets', { session, body })
      return ((await reply.json()) as { snippetId: string }).snippetId
    }
    const [one, other, foreign] = [await make('course'), await make('personal'), await make('personal', grader)]
    const uses = async () =>
      (
        await service.sql`SELECT snippet_id, use_count, last_used_at IS NULL AS unused FROM snippet WHERE snippet_id = ANY (${[one, other, foreign]})`
      )
        .toSorted(
          (a, b) =>
            [one, other, foreign].indexOf(String(a['snippet_id'])) -
            [one, other, foreign].indexOf(String(b['snippet_id'])),
        )
        .map(({ use_count: count }) => count)
    const id = await assessments.placed()
    const inserted = (snippetId: string, edited = false) => ({ snippet: { snippetId, edited }, comment: 'x' })
    await assessments.patch(
      id,
      { scores: { report: inserted(one), faults: inserted(one), structure: inserted('no-uuid') } },
      { base: 1 },
    )
    expect(await uses()).toEqual([2, 0, 0])
    await assessments.patch(
      id,
      { scores: { report: inserted(one, true), faults: inserted(other), structure: inserted(foreign) } },
      { base: 2 },
    )
    expect(await uses()).toEqual([2, 1, 0])
  })

  it('makes at most six statements', async ({ service, assessments }) => {
    const id = await assessments.placed()
    const snippet = { snippet: { snippetId: '019ea3f2-6c00-7a1b-8c2d-5e5f6a6b7c7d', edited: false } }
    expect(
      await statementsOf(service, () => assessments.patch(id, { scores: { report: snippet } }, { base: 1 })),
    ).toBeLessThanOrEqual(6)
  })

  it('takes one of two saves of a part at the same time, and both of two parts', async ({ assessments }) => {
    for (let round = 0; round < 5; round += 1) {
      const id = await assessments.placed()
      const same = await Promise.all([
        assessments.patch(id, note('a'), { base: 1 }),
        assessments.patch(id, note('b'), { base: 1 }),
      ])
      expect(same.map(({ status }) => status).toSorted()).toEqual([204, 409])
      const different = await Promise.all([
        assessments.patch(id, comment('report', 'a'), { base: 1 }),
        assessments.patch(id, comment('faults', 'b'), { base: 1 }),
      ])
      expect(different.map(({ status }) => status)).toEqual([204, 204])
      expect(await assessments.read(id)).toMatchObject({
        revision: 4,
        scores: { report: { comment: 'a' }, faults: { comment: 'b' } },
      })
    }
  })
})
