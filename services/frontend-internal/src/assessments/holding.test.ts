import { describe, expect } from 'vitest'
import { itOnExamples as it, type TestService } from '../service-test.fixture.ts'
import { comment, type AssessmentClient, note } from './assessment-client.fixture.ts'
import { issuesOf } from '../every-operation.fixture.ts'
import { changeGrading } from '../grading/grading.fixture.ts'

describe('extendClaim', () => {
  it('renews the lease, makes no revision, and keeps the claim offered', async ({ assessments }) => {
    const id = await assessments.placed()
    await assessments.endLease(id)
    const before = await assessments.read(id)
    const reply = await assessments.post(id, 'heartbeat')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('x-assessment-revision')).toBe('1')
    const { leaseExpiresAt } = (await reply.json()) as { leaseExpiresAt: string }
    expect(Math.round((Date.parse(leaseExpiresAt) - Date.now()) / 60_000)).toBe(30)
    expect(await assessments.read(id)).toEqual({ ...before, leaseExpiresAt })
    expect(await assessments.submissionOf(id)).toMatchObject({ claimed: true })
    expect(await assessments.eventsOf(id)).toEqual([])
  })

  it('is 409 for somebody who no longer holds it, and for a completed assessment', async ({ assessments, grader }) => {
    const id = await assessments.placed({ holderId: 103 })
    await assessments.giveTo(id, 101)
    await expect(assessments.post(id, 'heartbeat', { session: grader })).toBeProblem(409, 'claim_lost')
    const completed = await assessments.completed()
    await expect(assessments.post(completed, 'heartbeat')).toBeProblem(409, 'not_in_state')
  })
})

describe('releaseClaim', () => {
  it('keeps the draft and its author, and the submission waits again', async ({ service, assessments, grader }) => {
    const id = await assessments.placed({ holderId: 103 })
    await assessments.patch(id, comment('report', 'begun'), { session: grader, revision: 1 })
    await expect(release(service, id, grader)).toBeRevision(204, 2)
    expect(await assessments.read(id)).toMatchObject({
      state: 'in_progress',
      holder: null,
      leaseExpiresAt: null,
      grader: { userId: 103 },
      scores: { report: { comment: 'begun' } },
      postponed: null,
    })
    expect(await assessments.submissionOf(id)).toEqual({ in_queue: true, postponed: false, claimed: null })
    expect((await assessments.eventsOf(id)).at(-1)).toMatchObject({ event: 'handed_back', by: 103, from: 2, to: 2 })
  })

  it('succeeds after the lease ended, as long as nobody else has claimed', async ({ service, assessments, grader }) => {
    const id = await assessments.placed({ holderId: 103 })
    await assessments.endLease(id)
    await expect(release(service, id, grader)).toBeReply(204)
  })

  it('is 409 if nobody holds it, and for a completed assessment', async ({ service, assessments }) => {
    const id = await assessments.placed()
    await release(service, id)
    await expect(release(service, id)).toBeProblem(409, 'claim_lost')
    await expect(release(service, await assessments.completed())).toBeProblem(409, 'not_in_state')
  })
})

describe('takeOverClaim', () => {
  it('gives the draft to the teacher, and parks later saves of the former holder', async ({ assessments, grader }) => {
    const id = await assessments.placed({ holderId: 103 })
    await assessments.patch(id, comment('report', 'begun'), { session: grader, revision: 1 })
    await expect(takeOver(assessments, id)).toBeRevision(200, 2, {
      holder: { userId: 101 },
      grader: { userId: 103 },
      scores: { report: { comment: 'begun' } },
    })
    expect((await assessments.eventsOf(id)).at(-1)).toMatchObject({ event: 'taken_over', by: 101, from: 2, to: 2 })
    await expect(assessments.patch(id, note('typed'), { session: grader, base: 2 })).toBeProblem(409, 'claim_lost')
    expect(await assessments.parkedOf(id, grader)).toMatchObject([{ content: note('typed') }])
  })

  it('gives a draft that nobody holds to the teacher, and may be repeated', async ({ service, assessments }) => {
    const id = await assessments.placed({ holderId: 103 })
    await service.send('DELETE', `/assessments/${id}/claim`)
    await expect(takeOver(assessments, id)).toBeReply(200)
    await expect(takeOver(assessments, id)).toBeReply(200)
    expect((await assessments.eventsOf(id)).map(({ event }) => event)).toEqual(['handed_back', 'taken_over'])
    expect(await assessments.submissionOf(id)).toMatchObject({ claimed: true })
  })

  it('is 409 for a completed assessment, and for work whose submitters were erased', async ({ assessments }) => {
    await expect(takeOver(assessments, await assessments.completed())).toBeProblem(409, 'not_in_state')
    const erased = await assessments.placed()
    await assessments.eraseSubmitter(erased)
    await expect(takeOver(assessments, erased)).toBeProblem(409, 'not_in_state')
  })

  it('is forbidden for own work', async ({ assessments }) => {
    const id = await assessments.placed({ holderId: 103 }, [101, 9901])
    await expect(takeOver(assessments, id)).toBeProblem(403, 'forbidden')
    expect((await assessments.read(id)).holder?.userId).toBe(103)
  })
})

describe('postponeAssessment', () => {
  it('lets the submission wait behind all others, with the note', async ({ assessments, grader }) => {
    const id = await assessments.placed({ holderId: 103 })
    await expect(postpone(assessments, id, 'The video does not play.', grader)).toBeRevision(204, 1)
    expect(await assessments.read(id)).toMatchObject({
      holder: null,
      postponed: { note: 'The video does not play.', at: expect.stringMatching(/Z$/) },
    })
    expect(await assessments.submissionOf(id)).toEqual({ in_queue: true, postponed: true, claimed: null })
    expect((await assessments.eventsOf(id)).at(-1)).toMatchObject({
      event: 'postponed',
      by: 103,
      reason: 'The video does not play.',
    })
  })

  it('keeps the note and its time over a claim that is handed back, and accepts a new one', async ({
    service,
    assessments,
  }) => {
    const id = await assessments.placed()
    await postpone(assessments, id, 'first')
    const { postponed } = await assessments.read(id)
    await assessments.post(id, 'takeover')
    await service.send('DELETE', `/assessments/${id}/claim`)
    expect(postponed?.note).toBe('first')
    expect((await assessments.read(id)).postponed).toEqual(postponed)
    expect(await assessments.submissionOf(id)).toMatchObject({ postponed: true })
    await assessments.post(id, 'takeover')
    await postpone(assessments, id, 'second')
    expect((await assessments.read(id)).postponed?.note).toBe('second')
  })

  it('is only for the holder', async ({ assessments }) => {
    const id = await assessments.placed({ holderId: 103 })
    await expect(postpone(assessments, id, 'x')).toBeProblem(409, 'claim_lost')
    await expect(postpone(assessments, await assessments.completed(), 'x')).toBeProblem(409, 'not_in_state')
  })

  it('needs a note, and the current revision if one is sent', async ({ assessments }) => {
    const id = await assessments.placed()
    expect(await issuesOf(await postpone(assessments, id, ''))).toEqual(['$.note too_short'])
    expect(await issuesOf(await postpone(assessments, id, ' \t'))).toEqual(['$.note invalid_format'])
    const headers = { 'X-Assessment-Revision': '2' }
    await expect(assessments.post(id, 'postpone', { body: { note: 'x' }, headers })).toBeProblem(
      412,
      'revision_conflict',
    )
  })
})

describe('revealSubmitters', () => {
  it('names the submitters of work that stays anonymous, and records who asked', async ({ service, assessments }) => {
    await changeGrading(service, { anonymous: true }, 1104)
    const id = await assessments.placed({ exerciseId: 1104 }, [202, 201])
    expect((await assessments.read(id)).submitters).toMatchObject([{ userId: null }, { userId: null }])
    const reply = await reveal(assessments, id)
    expect(reply).toHaveHeaders({ 'x-assessment-revision': '1' })
    await expect(reply).toBeReply(200, {
      submitters: [
        { userId: 201, alias: false },
        { userId: 202, alias: false },
      ],
    })
    expect((await assessments.read(id)).submitters).toMatchObject([{ userId: null }, { userId: null }])
    expect(await assessments.eventsOf(id)).toMatchObject([
      { event: 'revealed', by: 101, from: 1, to: 1, reason: 'The file names another student.' },
    ])
    await changeGrading(service, { anonymous: false }, 1104)
  })

  it('names nobody once all submitters were erased, and records nothing', async ({ assessments }) => {
    const id = await assessments.placed()
    await assessments.eraseSubmitter(id)
    await expect(reveal(assessments, id)).toBeProblem(409, 'not_in_state')
    expect(await assessments.eventsOf(id)).toEqual([])
  })
})

const release = (service: TestService, id: string, session?: string) =>
  service.send('DELETE', `/assessments/${id}/claim`, { session })

const takeOver = (assessments: AssessmentClient, id: string) => assessments.post(id, 'takeover')

const postpone = (assessments: AssessmentClient, id: string, note: string, session?: string) =>
  assessments.post(id, 'postpone', { session, body: { note } })

const reveal = (assessments: AssessmentClient, id: string, session?: string, headers: Record<string, string> = {}) =>
  assessments.post(id, 'reveal', { session, headers, body: { reason: 'The file names another student.' } })
