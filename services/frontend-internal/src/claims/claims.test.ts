import pg from 'pg'
import { queriesOf, statementsOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { holdRow } from '../hold-row.fixture.ts'
import { itOnExamples as it } from '../service-test.fixture.ts'
import { verdictOf } from '../every-operation.fixture.ts'
import type { ClaimsUnderTest } from './claims.fixture.ts'

it.beforeEach(({ claims }) => claims.clear())

describe('claimNext', () => {
  it('replies with the assessment that begins, at its revision', async ({ claims, grader }) => {
    const submissionId = await claims.submitted({ submitterIds: [201], autoPoints: 12.5 })
    await expect(claims.next(grader)).toBeRevision(201, 1, {
      submissionId,
      exerciseId: 1104,
      state: 'in_progress',
      revision: 1,
      grader: { userId: 103 },
      holder: { userId: 103 },
      rubric: { rubricId: null, version: 0, wording: 0, document: { maxPoints: 100 } },
      scores: {},
      adjustment: null,
      privateNote: '',
      points: 0,
      upstreamPoints: null,
      autoPoints: 12.5,
      submitters: [{ userId: 201, fullName: 'Eero Demonen 1', alias: false }],
      feedbackId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  it('replies 200 with the same submission, changes nothing, and counts one claim', async ({
    service,
    claims,
    grader,
  }) => {
    const counted = async () => /^claims_total (\d+)$/m.exec(await (await fetch(`${service.url}/metrics`)).text())?.[1]
    for (let count = 0; count < 2; count += 1) await claims.submitted()
    const before = Number(await counted())
    const first = await claims.claimed(grader)
    const again = await claims.next(grader)
    expect(Number(await counted()) - before).toBe(1)
    expect(again.status).toBe(200)
    expect(await again.json()).toEqual(first)
  })

  it.for([
    ['a save', 'assessments', { privateNote: 'x' }],
    ['a save that changes nothing', 'assessments', { privateNote: '' }],
    ['a save of the feedback', 'feedback', { body: 'x' }],
    ['a save of the feedback that changes nothing', 'feedback', { body: '' }],
  ] as const)(
    'replies with the next one after %s',
    async ([_what, kind, body], { claims, assessments, feedback, grader }) => {
      for (let count = 0; count < 2; count += 1) await claims.submitted()
      const { id, feedbackId } = await claims.claimed(grader)
      const save = { revision: 1, session: grader }
      const saved = kind === 'feedback' ? feedback.patch(feedbackId, body, save) : assessments.patch(id, body, save)
      await expect(saved).toBeReply(204)
      await expect(claims.next(grader)).toBeReply(201)
    },
  )

  it('gives the last claim once, even where two have counted before either has written', async ({
    service,
    claims,
    grader,
  }) => {
    for (let count = 0; count < 4; count += 1) await claims.claimed(grader, await claims.submitted())
    const submissionIds = [await claims.submitted(), await claims.submitted()]
    const letGo = await holdRow(service, 'course_settings WHERE course_id = 11')
    const claiming = submissionIds.map((submissionId) => claims.claim(grader, submissionId))
    await letGo(2)
    expect((await Promise.all(claiming)).map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  it('replies 409 if the grader has as many claims as the exercise allows, with both numbers', async ({
    claims,
    grader,
  }) => {
    for (let count = 0; count < 6; count += 1) await claims.submitted()
    for (let count = 0; count < 5; count += 1) await claims.save((await claims.claimed(grader)).submissionId)
    await expect(claims.next(grader)).toBeProblem(409, 'claim_limit', {
      detail: 'You hold 5 submissions of at most 5.',
    })
  })

  it('replies 409 for an exercise that left the list, 404 for one never in it', async ({ service, claims, grader }) => {
    await claims.submitted()
    await service.sql`DELETE FROM manual_grading_exercise WHERE exercise_id = 1104`
    await expect(claims.next(grader)).toBeProblem(409, 'not_in_state')
    await service.sql`INSERT INTO manual_grading_exercise (exercise_id, course_id) VALUES (1104, 11)`
    await expect(claims.next(grader, 1102)).toBeProblem(404, 'not_found')
  })

  it('makes at most twelve statements', async ({ service, claims, grader }) => {
    await claims.submitted()
    expect(await statementsOf(service, () => claims.next(grader))).toBeLessThanOrEqual(12)
  })

  it('replies 503 after another try while everything is locked', async ({ service, claims, grader }) => {
    const submissionId = await claims.submitted()
    const other = new pg.Client({ connectionString: service.database.ownerUrl })
    await other.connect()
    await other.query('BEGIN')
    await other.query('SELECT FROM submission WHERE submission_id = $1 FOR NO KEY UPDATE', [submissionId])
    const replies: Response[] = []
    // The request is sent directly, since the client of tests may repeat it.
    const made = await queriesOf(service, async () => replies.push(await claimOnce(service.url, grader)))
    await other.end()
    expect(replies.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([[503, '1']])
    expect(made['start']).toBe(2)
    expect((await claims.claimed(grader)).submissionId).toBe(submissionId)
  })
})

describe('claimSubmission', () => {
  it('replies 201, 200 to the holder, and 409 with the holder to others', async ({ claims, teacher, grader }) => {
    const submissionId = await claims.submitted()
    await expect(claims.claim(grader, submissionId)).toBeRevision(201, 1, {
      submissionId,
      holder: { userId: 103 },
      revision: 1,
    })
    await expect(claims.claim(grader, submissionId)).toBeReply(200)
    await expect(claims.claim(teacher, submissionId)).toBeProblem(409, 'already_claimed', {
      detail: expect.stringMatching(/^Assia English holds it until \d{4}-\d\d-\d\dT[\d:.]+Z\.$/),
    })
  })

  it('replies 409 if the grader has as many claims as the exercise allows, with both numbers', async ({
    claims,
    grader,
  }) => {
    for (let count = 0; count < 5; count += 1) await claims.claimed(grader, await claims.submitted())
    await expect(claims.claim(grader, await claims.submitted())).toBeProblem(409, 'claim_limit', {
      detail: 'You hold 5 submissions of at most 5.',
    })
  })

  it('continues the draft of somebody whose claim has ended', async ({ claims, teacher, grader }) => {
    const submissionId = await claims.submitted()
    await claims.claimed(grader, submissionId)
    await claims.save(submissionId)
    await claims.lapse(submissionId)
    await expect(claims.claim(teacher, submissionId)).toBeReply(201, {
      grader: { userId: 103 },
      holder: { userId: 101 },
      privateNote: 'x',
      revision: 2,
    })
  })

  it('replies 403 to who may read it only for feedback, else 404', async ({ service, claims, inFinnish }) => {
    await service.sql`UPDATE course_settings SET document = jsonb_set(document::jsonb, '{graders,0,feedbackTags}', '["group-b"]')::json WHERE course_id = 11`
    const forFeedback = await claims.submitted({ submitterIds: [202] })
    expect(await verdict(claims, inFinnish, forFeedback)).toEqual([403, 'forbidden'])
    expect(await verdict(claims, inFinnish, await claims.submitted({ submitterIds: [204], language: 'en' }))).toEqual([
      404,
      'not_found',
    ])
  })

  it('replies 403 to its submitters, also if they are graders', async ({ claims, grader, student }) => {
    expect(await verdict(claims, student, await claims.submitted({ submitterIds: [201] }))).toEqual([403, 'forbidden'])
    expect(await verdict(claims, grader, await claims.submitted({ submitterIds: [103, 201] }))).toEqual([
      403,
      'forbidden',
    ])
  })

  it('replies 409 with the state if the submission cannot be claimed', async ({ claims, grader }) => {
    const older = await claims.submitted({ submitterIds: [207], submittedAt: '2026-11-01T10:00:00.000Z' })
    await claims.submitted({ submitterIds: [207], submittedAt: '2026-11-02T10:00:00.000Z' })
    await expect(claims.claim(grader, older)).toBeProblem(409, 'not_in_state')
    const reply = await claims.claim(grader, older)
    expect(((await reply.json()) as { detail: string }).detail).toBe('superseded')
    expect(await verdict(claims, grader, 3001)).toEqual([409, 'not_in_state'])
  })
})

const claimOnce = (url: string, session: string): Promise<Response> =>
  fetch(`${url}/internal/frontend/courses/11/exercises/1104/claims`, {
    method: 'POST',
    headers: {
      'X-Service-Frontend-Secret': 'dev-frontend-secret-0000000000000000',
      Authorization: `Bearer ${session}`,
    },
  })

const verdict = async (claims: ClaimsUnderTest, session: string, submissionId: number) =>
  verdictOf(await claims.claim(session, submissionId))
