import { describe, expect } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import type { ClaimsUnderTest } from './claims.fixture.ts'
import { itOnExamples as it } from '../service-test.fixture.ts'

it.beforeEach(({ claims }) => claims.clear())

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

const verdict = async (claims: ClaimsUnderTest, session: string, submissionId: number) =>
  verdictOf(await claims.claim(session, submissionId))
