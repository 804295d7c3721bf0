import type { OpenClaim, MyClaim } from '@course-grading/contracts/claims/queue'
import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import { statementsOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { itOnExamples as it } from '../service-test.fixture.ts'
import type { ClaimsUnderTest } from './claims.fixture.ts'
import { changeGrading } from '../grading/grading.fixture.ts'
import { changeSettings } from '../settings/settings.fixture.ts'

it.beforeEach(({ claims }) => claims.clear())

describe('listOpenClaims', () => {
  it('lists claims with their holders, and leaves out claims that have ended', async ({ claims, teacher, grader }) => {
    const [held, ended] = [await claims.submitted(), await claims.submitted()]
    const { id } = await claims.claimed(grader, held)
    await claims.claimed(grader, ended)
    await claims.save(held)
    await claims.lapse(ended)
    const { items } = await claims.list<OpenClaim>('/courses/11/claims', teacher)
    expect(items.filter(({ exerciseId }) => exerciseId === 1104)).toEqual([
      {
        assessmentId: id,
        exerciseId: 1104,
        submissionId: held,
        holder: { userId: 103, fullName: 'Assia English', alias: false },
        claimedAt: expect.stringMatching(/Z$/),
        savedAt: expect.stringMatching(/Z$/),
        leaseExpiresAt: expect.stringMatching(/Z$/),
      },
    ])
  })

  it('makes as many statements for all claims as for one', async ({ service, claims, teacher, grader }) => {
    for (const submissionId of [await claims.submitted(), await claims.submitted()])
      await claims.claimed(grader, submissionId)
    const countOf = (query: string) => statementsOf(service, () => claims.list(`/courses/11/claims${query}`, teacher))
    expect(await countOf('')).toBe(await countOf('?limit=1'))
  })
})

describe('listMyClaims', () => {
  it("lists the caller's claims, and the caller's drafts that wait again", async ({ claims, teacher, grader }) => {
    const [held, draft, taken] = [await claims.submitted(), await claims.submitted(), await claims.submitted()]
    for (const id of [held, draft, taken]) await claims.claimed(grader, id)
    await claims.save(draft)
    for (const id of [draft, taken]) await claims.lapse(id)
    await claims.claimed(teacher, taken)
    expect(await mine(claims, grader)).toMatchObject([
      { submissionId: held, isHeld: true, revision: 1, savedAt: null, courseId: 11 },
      { submissionId: draft, isHeld: false, revision: 2, savedAt: expect.stringMatching(/Z$/) },
    ])
    expect(await mine(claims, teacher)).toMatchObject([{ submissionId: taken, isHeld: true }])
  })

  it('lists an own draft that was superseded, also when its claim has ended, until somebody else claims it', async ({
    service,
    claims,
    teacher,
    grader,
  }) => {
    const submitterIds = [208]
    const older = await claims.submitted({ submitterIds, submittedAt: '2026-11-01T10:00:00.000Z' })
    await claims.claimed(grader, older)
    await claims.save(older)
    const supersededBy = await claims.submitted({ submitterIds, submittedAt: '2026-11-02T10:00:00.000Z' })
    const expected = { submissionId: older, superseded: true, supersededBy }
    expect(await mine(claims, grader)).toMatchObject([{ ...expected, isHeld: true }])
    await claims.lapse(older)
    expect(await mine(claims, grader)).toMatchObject([{ ...expected, isHeld: false }])
    const { id } = await claims.claimed(teacher, older)
    expect(await mine(claims, grader)).toEqual([])
    await service.send('DELETE', `/assessments/${id}/claim`)
  })

  it('marks in lists of submissions what was postponed and what was superseded, to staff alone', async ({
    service,
    claims,
    grader,
  }) => {
    const submitterIds = [207]
    const older = await claims.submitted({ submitterIds, submittedAt: '2026-11-01T10:00:00.000Z' })
    const { id } = await claims.claimed(grader, older)
    await service.send('POST', `/assessments/${id}/postpone`, { session: grader, body: { note: 'It does not play.' } })
    await claims.submitted({ submitterIds, submittedAt: '2026-11-02T10:00:00.000Z' })
    const marksFor = async (session?: string) => {
      const path = '/courses/11/submissions?exerciseId=1104&userId=207'
      const { items } = await service.read<{ items: SubmissionRow[] }>(path, session)
      return items.map(({ postponed, superseded }) => [postponed?.note ?? null, superseded])
    }
    expect(await marksFor()).toContainEqual(['It does not play.', true])
    expect((await marksFor(await service.signIn(207))).flat().some(Boolean)).toBe(false)
  })

  it('leaves out drafts handed back, and those of an unlisted exercise', async ({ service, claims, grader }) => {
    const submissionId = await claims.submitted()
    await claims.claimed(grader, submissionId)
    await claims.lapse(submissionId)
    expect(await mine(claims, grader)).toHaveLength(1)
    await service.sql`DELETE FROM manual_grading_exercise WHERE exercise_id = 1104`
    expect(await mine(claims, grader)).toEqual([])
    await service.sql`INSERT INTO manual_grading_exercise (exercise_id, course_id) VALUES (1104, 11)`
    await service.sql`UPDATE assessment SET holder_id = NULL, claimed_at = NULL, lease_until = NULL, is_offered = FALSE WHERE submission_id = ${submissionId}`
    expect(await mine(claims, grader)).toEqual([])
  })

  it('names the exercise as the snapshot does', async ({ claims, grader }) => {
    await claims.claimed(grader, await claims.submitted())
    expect(await mine(claims, grader)).toMatchObject([{ exerciseName: expect.stringContaining('Project') }])
  })

  it('names the submitters', async ({ claims, grader }) => {
    await claims.claimed(grader, await claims.submitted({ submitterIds: [202, 201] }))
    expect(await mine(claims, grader)).toMatchObject([
      {
        submitters: [
          { userId: 201, fullName: 'Eero Demonen 1', alias: false },
          { userId: 202, fullName: 'Ilona Testaaja 2', alias: false },
        ],
      },
    ])
  })

  it('has aliases of the submitters of an anonymous exercise', async ({ service, claims, grader }) => {
    await claims.claimed(grader, await claims.submitted({ submitterIds: [203] }))
    await changeGrading(service, { anonymous: true }, 1104)
    const shown = await mine(claims, grader)
    await changeGrading(service, { anonymous: false }, 1104)
    const alias = { userId: null, fullName: expect.stringMatching(/^Student \d+$/), alias: true }
    expect(shown).toMatchObject([{ submitters: [alias] }])
  })

  it('names nobody to somebody who has left the staff', async ({ service, claims, grader }) => {
    await claims.claimed(grader, await claims.submitted({ submitterIds: [204] }))
    service.upstream.world.setRole(11, 103, 'student')
    const shown = await mine(claims, await service.signIn(103))
    service.upstream.world.setRole(11, 103, 'assistant')
    expect(shown).toMatchObject([{ submitters: [] }])
  })

  it('names nobody to somebody who is a submitter since', async ({ service, claims, grader }) => {
    const submissionId = await claims.submitted({ submitterIds: [205] })
    await claims.claimed(grader, submissionId)
    await service.sql`UPDATE submission_submitter SET user_id = 103 WHERE submission_id = ${submissionId}`
    expect(await mine(claims, grader)).toMatchObject([{ submitters: [] }])
  })

  it('names nobody to somebody who is no grader any more', async ({ service, claims, grader }) => {
    await claims.claimed(grader, await claims.submitted({ submitterIds: [206] }))
    await changeSettings(service, { graders: [{ userId: 102, languages: ['fi'] }] })
    expect(await mine(claims, grader)).toMatchObject([{ submitters: [] }])
  })

  it('is empty for somebody without any course', async ({ service, claims }) => {
    const outsider = await service.signIn(105)
    expect(await claims.list('/my/claims', outsider)).toEqual({ items: [], nextCursor: null })
  })
})

const mine = async (claims: ClaimsUnderTest, session: string) =>
  (await claims.list<MyClaim>('/my/claims', session)).items.filter(({ exerciseId }) => exerciseId === 1104)
