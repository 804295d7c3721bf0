import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issuesOf, verdictOf } from '../every-operation.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type AssessmentClient, assessmentClient } from './assessment-client.fixture.ts'

let service: TestService
let client: AssessmentClient
let grader: string
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await assessmentClient(service)
  grader = await service.signIn(103)
})
afterAll(() => service.stop())

const postpone = (id: string, note: string, session = client.teacher) =>
  client.post(id, 'postpone', { session, body: { note } })

describe('postponeAssessment', () => {
  it('lets the submission wait behind all others, with the note', async () => {
    const id = await client.placed({ holderId: 103 })
    const reply = await postpone(id, 'The video does not play.', grader)
    expect([reply.status, reply.headers.get('etag'), reply.headers.get('x-assessment-revision')]).toEqual([
      204,
      '"1"',
      '1',
    ])
    expect(await client.read(id)).toMatchObject({
      holder: null,
      postponed: { note: 'The video does not play.', at: expect.stringMatching(/Z$/) },
    })
    expect(await client.submissionOf(id)).toEqual({ in_queue: true, postponed: true, held: null })
    expect((await client.eventsOf(id)).at(-1)).toMatchObject({
      event: 'postponed',
      by: 103,
      reason: 'The video does not play.',
    })
  })

  it('keeps the note when somebody claims the submission and hands it back, and accepts a new one', async () => {
    const id = await client.placed()
    await postpone(id, 'first')
    await client.post(id, 'takeover')
    await service.request('DELETE', `/assessments/${id}/claim`, { session: client.teacher })
    expect([(await client.read(id)).postponed?.note, await client.submissionOf(id)]).toMatchObject([
      'first',
      { postponed: true },
    ])
    await client.post(id, 'takeover')
    await postpone(id, 'second')
    expect((await client.read(id)).postponed?.note).toBe('second')
  })

  it('is only for the holder', async () => {
    const id = await client.placed({ holderId: 103 })
    expect(await verdictOf(await postpone(id, 'x'))).toEqual([409, 'claim_lost'])
    expect(await verdictOf(await postpone(await client.completed(), 'x'))).toEqual([409, 'not_in_state'])
  })

  it('needs a note, and the current revision if one is sent', async () => {
    const id = await client.placed()
    expect(await issuesOf(await postpone(id, ''))).toEqual(['$.note too_short'])
    expect(await issuesOf(await postpone(id, ' \t'))).toEqual(['$.note invalid_format'])
    const headers = { 'X-Assessment-Revision': '2' }
    expect(await verdictOf(await client.post(id, 'postpone', { body: { note: 'x' }, headers }))).toEqual([
      412,
      'revision_conflict',
    ])
  })
})
