import { randomUUID } from 'node:crypto'
import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import { statementsOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { issuesOf, verdictOf } from '../every-operation.fixture.ts'
import { type PlacedAssessment, placeAssessment, registerSubmission } from './assessments.fixture.ts'
import { changeGrading } from '../grading/grading.fixture.ts'
import { itOnExamples as it, type TestService } from '../service-test.fixture.ts'

describe('completeAssessment', () => {
  it('freezes points and texts, and holds the grade until a teacher releases it', async ({ service }) => {
    const id = await placed(service)
    const reply = await complete(service, id)
    await expect(reply).toBeRevision(200, 1)
    const body = (await reply.json()) as Assessment
    expect(body).toMatchObject({
      state: 'completed',
      points: 17,
      maxPoints: 20,
      upstreamPoints: 17,
      holder: null,
      releasedAt: null,
    })
    expect(body.delivery?.state).toBe('held')
    const [result] =
      await service.sql`SELECT points, max_points, feedback_html, payload, rubric_wording, released_at FROM completed_result WHERE assessment_id = ${id}`
    expect(result).toMatchObject({ points: '17', max_points: '20', rubric_wording: 1, released_at: null })
    expect(String(result?.['feedback_html'])).toContain('<h3>Points: 17 of 20{{upstreamPoints en}}</h3>')
    expect(result?.['payload']).toMatchObject({
      version: 1,
      wording: 1,
      criteria: { structure: 8.5, faults: 0, report: 8.25 },
    })
    const [event] = await service.sql`SELECT event, by_user_id FROM assessment_event WHERE assessment_id = ${id}`
    expect(event).toEqual({ event: 'completed', by_user_id: '101' })
  })

  it('sends the grade at once where the exercise releases at once', async ({ service }) => {
    await changeGrading(service, { release: 'immediate' }, 1104)
    const id = await placed(service, { exerciseId: 1104 })
    const body = (await (await complete(service, id)).json()) as Assessment
    expect(body.delivery?.state).toBe('pending')
    expect(body.releasedAt !== null).toBe(true)
    const [document] = await service.sql`SELECT state FROM feedback WHERE assessment_id = ${id}`
    expect(document).toEqual({ state: 'published' })
    const events =
      await service.sql`SELECT event, by_user_id, from_revision, to_revision, points_before = points_after AS same FROM assessment_event
      WHERE assessment_id = ${id} ORDER BY id`
    const step = { by_user_id: '101', from_revision: 1, to_revision: 1 }
    expect(events).toMatchObject([
      { ...step, event: 'completed' },
      { ...step, event: 'released', same: true },
    ])
  })

  it('holds a grade that cannot be sent, since its capability is gone', async ({ service, assessments }) => {
    const id = await placed(service, { exerciseId: 1104 })
    const { submissionId } = await assessments.read(id)
    await service.sql`UPDATE capability SET sealed_url = NULL WHERE submission_id = ${submissionId}`
    const body = (await (await complete(service, id)).json()) as Assessment
    expect(body.deliverable).toBe(false)
    expect(body.delivery?.state).toBe('held')
  })

  it('replies again to the same person with the same revision only', async ({ service, teacher, grader }) => {
    const id = await placed(service)
    const first = (await (await complete(service, id)).json()) as Assessment
    const again = await complete(service, id)
    expect(again.status).toBe(200)
    expect(await again.json()).toEqual(first)
    await expect(complete(service, id, grader)).toBeProblem(409, 'not_in_state')
    await expect(complete(service, id, teacher, { revision: 2 })).toBeProblem(409, 'not_in_state')
    expect((await service.sql`SELECT FROM completed_result WHERE assessment_id = ${id}`).length).toBe(1)
  })

  it.for([
    ['200', 'the revision that was completed', '1', [200, undefined]],
    ['200', 'the present revision', '2', [200, undefined]],
    ['412', 'any other revision', '3', [412, 'revision_conflict']],
  ] as const)('replies %s when it is asked again with %s', async ([_, _of, sent, verdict], { service, teacher }) => {
    const id = await placed(service)
    await complete(service, id)
    await service.sql`UPDATE assessment SET revision = 2 WHERE id = ${id}`
    expect(
      await verdictOf(await complete(service, id, teacher, { headers: { 'X-Assessment-Revision': sent } })),
    ).toEqual(verdict)
  })

  it('is forbidden to a teacher who handed in the work, although the claim was before', async ({ service }) => {
    const id = await placed(service)
    await service.sql`INSERT INTO submission_submitter SELECT submission_id, 101 FROM assessment WHERE id = ${id}`
    await expect(complete(service, id)).toBeProblem(403, 'forbidden')
  })

  it('names every gap at once', async ({ service }) => {
    const id = await placed(service, { scores: { faults: { checks: { copied: 1 } } } })
    await expect(complete(service, id)).toBeProblem(409, 'incomplete')
    expect(await issuesOf(await complete(service, id))).toEqual([
      '$.scores.structure score_required',
      '$.scores.faults.comment comment_required',
      '$.scores.report score_required',
    ])
  })

  it.for([
    ['somebody who does not hold it', 103, 1, {}, [409, 'claim_lost']],
    ['a stale revision', 101, 7, {}, [412, 'revision_conflict']],
    ['a stale revision in X-Assessment-Revision', 101, 1, { 'X-Assessment-Revision': '7' }, [412, 'revision_conflict']],
    ['a malformed revision there', 101, 1, { 'X-Assessment-Revision': '"1"' }, [400, 'malformed_if_match']],
  ] as const)('refuses %s', async ([_title, userId, revision, headers, verdict], { service, assessments }) => {
    const id = await placed(service)
    expect(await verdictOf(await complete(service, id, await service.signIn(userId), { revision, headers }))).toEqual(
      verdict,
    )
    expect((await assessments.read(id)).state).toBe('in_progress')
  })

  it('freezes the texts for students, with the points in place of their placeholders', async ({ service }) => {
    const id = await placed(service)
    await service.database.query(
      `UPDATE feedback SET language = 'fi', revision = 2, body = $2, annotations = $3 WHERE assessment_id = $1`,
      [
        id,
        '*{{points}}* / {{maxPoints}}',
        JSON.stringify({
          b: { ...remark, body: 'Why **this**?' },
          a: { ...remark, body: 'secret', private: true },
        }),
      ],
    )
    await expect(complete(service, id)).toBeReply(200)
    const [row] =
      await service.sql`SELECT feedback_html, student_text, feedback_revision FROM completed_result WHERE assessment_id = ${id}`
    expect(row).toMatchObject({
      feedback_revision: 2,
      student_text: {
        language: 'fi',
        bodyHtml: '<p><em>17</em> / 20</p>\n',
        annotations: [{ startLine: 3, bodyHtml: '<p>Why <strong>this</strong>?</p>\n' }],
        result: { points: 17, maxPoints: 20 },
      },
    })
    expect(String(row?.['feedback_html'])).toContain('<h3>Pisteet: 17 / 20{{upstreamPoints fi}}</h3>')
    expect(String(row?.['feedback_html'])).toContain('<em>17</em>')
    expect(JSON.stringify(row)).not.toContain('secret')
    const versions = await service.sql`SELECT version, feedback_version.revision, closed_at IS NOT NULL AS closed
      FROM feedback_version JOIN feedback ON feedback.id = feedback_id WHERE assessment_id = ${id}`
    expect(versions).toEqual([{ version: 1, revision: 2, closed: true }])
  })

  it('freezes the parts of the points, whatever automatic points follow', async ({ service, assessments }) => {
    const id = await placed(service)
    const { parts } = (await (await complete(service, id)).json()) as Assessment
    expect(parts).toEqual([
      { kind: 'criterion', criterionId: 'structure', points: 8.5 },
      { kind: 'criterion', criterionId: 'faults', points: 0 },
      { kind: 'criterion', criterionId: 'report', points: 8.25 },
      { kind: 'rounding', points: 0.25 },
    ])
    await changeGrading(service, { autoPoints: 'added' })
    await service.sql`UPDATE submission SET auto_points = 2 WHERE submission_id = ${lastSubmission}`
    expect((await assessments.read(id)).parts).toEqual(parts)
  })

  it('is rejected if the texts could not be shown to students', async ({ service }) => {
    const id = await placed(service)
    await service.sql`UPDATE feedback SET body = ${'😀'.repeat(130_000)} WHERE assessment_id = ${id}`
    expect(await issuesOf(await complete(service, id))).toEqual(['$.feedback too_long'])
  })

  it('makes at most sixteen statements', async ({ service }) => {
    const id = await placed(service)
    expect(await statementsOf(service, () => complete(service, id))).toBeLessThanOrEqual(16)
  })
})

const remark = {
  anchor: { fileId: 7, path: 'main.py', sha256: null },
  startLine: 3,
  endLine: 3,
  kind: 'issue',
  private: false,
}

let lastSubmission = 9200

async function placed(service: TestService, change: Partial<PlacedAssessment> = {}): Promise<string> {
  const id = randomUUID()
  const submissionId = (lastSubmission += 1)
  await registerSubmission(service, {
    submissionId,
    submitterIds: [300 + submissionId],
    exerciseId: change.exerciseId ?? 1103,
  })
  await placeAssessment(service, { id, submissionId, ...change })
  return id
}

const complete = (service: TestService, id: string, session?: string, { revision = 1, headers = {} } = {}) =>
  service.send('POST', `/assessments/${id}/complete`, { session, ifMatch: `"${revision}"`, headers })
