import type { MyClaim } from '@course-grading/contracts/claims/queue'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownerQuery } from '../owner-query.fixture.ts'
import { type ClaimsUnderTest, startClaims } from './claims.fixture.ts'

let service: ClaimsUnderTest['service']
let claims: ClaimsUnderTest['claims']
let sessions: ClaimsUnderTest['sessions']
beforeAll(async () => void ({ service, claims, sessions } = await startClaims()))
beforeEach(() => claims.clear())
afterAll(() => service.stop())

describe('listMyClaims', () => {
  const mine = async (session: string) =>
    (await claims.list<MyClaim>('/my/claims', session)).items.filter(({ exerciseId }) => exerciseId === 1104)

  it("lists the caller's claims, and the caller's drafts that wait again", async () => {
    const [held, draft, taken] = [await claims.submitted(), await claims.submitted(), await claims.submitted()]
    for (const id of [held, draft, taken]) await claims.claimed(sessions.grader, id)
    await claims.save(draft)
    for (const id of [draft, taken]) await claims.lapse(id)
    await claims.claimed(sessions.teacher, taken)
    expect(await mine(sessions.grader)).toMatchObject([
      { submissionId: held, isHeld: true, revision: 1, savedAt: null, courseId: 11 },
      { submissionId: draft, isHeld: false, revision: 2, savedAt: expect.stringMatching(/Z$/) },
    ])
    expect(await mine(sessions.teacher)).toMatchObject([{ submissionId: taken, isHeld: true }])
  })

  it('leaves out drafts that somebody completed or handed back, and those of an exercise that is not listed', async () => {
    const submissionId = await claims.submitted()
    await claims.claimed(sessions.grader, submissionId)
    await claims.lapse(submissionId)
    expect(await mine(sessions.grader)).toHaveLength(1)
    await ownerQuery(service, 'DELETE FROM manual_grading_exercise WHERE exercise_id = 1104')
    expect(await mine(sessions.grader)).toEqual([])
    await ownerQuery(service, 'INSERT INTO manual_grading_exercise (exercise_id, course_id) VALUES (1104, 11)')
    await ownerQuery(
      service,
      'UPDATE assessment SET holder_id = NULL, claimed_at = NULL, lease_until = NULL, is_offered = FALSE WHERE submission_id = $1',
      [submissionId],
    )
    expect(await mine(sessions.grader)).toEqual([])
  })

  it('is empty for somebody without any course', async () => {
    const outsider = await service.signIn(105)
    expect(await claims.list('/my/claims', outsider)).toEqual({ items: [], nextCursor: null })
  })
})
