import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import { verdictOf } from '../every-operation.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { claimsUnderTest } from './claims.fixture.ts'

let service: TestService
let claims: ReturnType<typeof claimsUnderTest>
let sessions: Record<'teacher' | 'inFinnish' | 'grader' | 'student', string>
beforeAll(async () => {
  service = await startServiceForExamples()
  claims = claimsUnderTest(service)
  sessions = {
    teacher: await service.signIn(101),
    inFinnish: await service.signIn(102),
    grader: await service.signIn(103),
    student: await service.signIn(201),
  }
})
beforeEach(() => claims.clear())
afterAll(() => service.stop())

const verdict = async (session: string, submissionId: number) => verdictOf(await claims.claim(session, submissionId))

describe('claimSubmission', () => {
  it('replies 201 with the assessment, 200 to its holder, and 409 with the holder to everybody else', async () => {
    const submissionId = await claims.submitted()
    const reply = await claims.claim(sessions.grader, submissionId)
    expect([reply.status, reply.headers.get('etag')]).toEqual([201, '"1"'])
    expect(await reply.json()).toMatchObject({ submissionId, holder: { userId: 103 }, revision: 1 })
    expect((await claims.claim(sessions.grader, submissionId)).status).toBe(200)
    const taken = await claims.claim(sessions.teacher, submissionId)
    expect([taken.status, await taken.json()]).toMatchObject([
      409,
      {
        code: 'already_claimed',
        detail: expect.stringMatching(/^Assia English holds it until \d{4}-\d\d-\d\dT[\d:.]+Z\.$/),
      },
    ])
  })

  it('replies 409 if the grader has as many claims as the exercise allows', async () => {
    for (let count = 0; count < 5; count += 1) await claims.claimed(sessions.grader, await claims.submitted())
    expect(await verdict(sessions.grader, await claims.submitted())).toEqual([409, 'claim_limit'])
  })

  it('continues the draft of somebody whose claim has ended', async () => {
    const submissionId = await claims.submitted()
    await claims.claimed(sessions.grader, submissionId)
    await claims.save(submissionId)
    await claims.lapse(submissionId)
    const reply = await claims.claim(sessions.teacher, submissionId)
    expect([reply.status, await reply.json()]).toMatchObject([
      201,
      { grader: { userId: 103 }, holder: { userId: 101 }, privateNote: 'x', revision: 2 },
    ])
  })

  it('replies 403 to a grader who may read the submission only for feedback, and 404 to one who may not read it', async () => {
    await ownerQuery(
      service,
      `UPDATE course_settings SET document = jsonb_set(document::jsonb, '{graders,0,feedbackTags}', '["group-b"]')::json WHERE course_id = 11`,
    )
    const forFeedback = await claims.submitted({ submitterIds: [202] })
    expect(await verdict(sessions.inFinnish, forFeedback)).toEqual([403, 'forbidden'])
    expect(await verdict(sessions.inFinnish, await claims.submitted({ submitterIds: [204], language: 'en' }))).toEqual([
      404,
      'not_found',
    ])
  })

  it('replies 403 to its submitters, also if they are graders', async () => {
    expect(await verdict(sessions.student, await claims.submitted({ submitterIds: [201] }))).toEqual([403, 'forbidden'])
    expect(await verdict(sessions.grader, await claims.submitted({ submitterIds: [103, 201] }))).toEqual([
      403,
      'forbidden',
    ])
  })

  it('replies 409 with the state if the submission cannot be claimed', async () => {
    const older = await claims.submitted({ submitterIds: [207], submittedAt: '2026-11-01T10:00:00.000Z' })
    await claims.submitted({ submitterIds: [207], submittedAt: '2026-11-02T10:00:00.000Z' })
    expect(await problemOf(await claims.claim(sessions.grader, older))).toEqual([409, 'not_in_state'])
    const reply = await claims.claim(sessions.grader, older)
    expect(((await reply.json()) as { detail: string }).detail).toBe('superseded')
    expect(await verdict(sessions.grader, 3001)).toEqual([409, 'not_in_state'])
  })
})
