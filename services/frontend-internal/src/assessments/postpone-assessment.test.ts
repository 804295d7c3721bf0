import { describe, expect } from 'vitest'
import { issuesOf } from '../every-operation.fixture.ts'
import type { AssessmentClient } from './assessment-client.fixture.ts'
import { itOnExamples as it } from '../service-test.fixture.ts'

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

  it('keeps the note over a claim that is handed back, and accepts a new one', async ({ service, assessments }) => {
    const id = await assessments.placed()
    await postpone(assessments, id, 'first')
    await assessments.post(id, 'takeover')
    await service.send('DELETE', `/assessments/${id}/claim`)
    expect((await assessments.read(id)).postponed?.note).toBe('first')
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

const postpone = (assessments: AssessmentClient, id: string, note: string, session?: string) =>
  assessments.post(id, 'postpone', { session, body: { note } })
