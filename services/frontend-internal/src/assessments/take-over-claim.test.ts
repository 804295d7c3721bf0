import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type AssessmentClient, assessmentClient, comment, note } from './assessment-client.fixture.ts'

let service: TestService
let client: AssessmentClient
let grader: string
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await assessmentClient(service)
  grader = await service.signIn(103)
})
afterAll(() => service.stop())

const takeOver = (id: string) => client.post(id, 'takeover')

describe('takeOverClaim', () => {
  it('gives the draft to the teacher, and parks later saves of the former holder', async () => {
    const id = await client.placed({ holderId: 103 })
    await client.patch(id, comment('report', 'begun'), { session: grader, revision: 1 })
    const reply = await takeOver(id)
    expect([reply.status, reply.headers.get('etag'), reply.headers.get('x-assessment-revision')]).toEqual([
      200,
      '"2"',
      '2',
    ])
    expect((await reply.json()) as Assessment).toMatchObject({
      holder: { userId: 101 },
      grader: { userId: 103 },
      scores: { report: { comment: 'begun' } },
    })
    expect((await client.eventsOf(id)).at(-1)).toMatchObject({ event: 'taken_over', by: 101, from: 2, to: 2 })
    expect(await verdictOf(await client.patch(id, note('typed'), { session: grader, base: 2 }))).toEqual([
      409,
      'claim_lost',
    ])
    expect(await client.parkedOf(id, grader)).toMatchObject([{ content: note('typed') }])
  })

  it('gives a draft that nobody holds to the teacher, and may be repeated by the holder', async () => {
    const id = await client.placed({ holderId: 103 })
    await service.request('DELETE', `/assessments/${id}/claim`, { session: client.teacher })
    expect([(await takeOver(id)).status, (await takeOver(id)).status]).toEqual([200, 200])
    expect((await client.eventsOf(id)).map(({ event }) => event)).toEqual(['handed_back', 'taken_over'])
    expect(await client.submissionOf(id)).toMatchObject({ held: true })
  })

  it('is 409 for a completed assessment, and for work whose submitters were erased', async () => {
    expect(await verdictOf(await takeOver(await client.completed()))).toEqual([409, 'not_in_state'])
    const erased = await client.placed()
    await client.eraseSubmitter(erased)
    expect(await verdictOf(await takeOver(erased))).toEqual([409, 'not_in_state'])
  })

  it('is forbidden for own work', async () => {
    const id = await client.placed({ holderId: 103 }, [101, 9901])
    expect(await verdictOf(await takeOver(id))).toEqual([403, 'forbidden'])
    expect((await client.read(id)).holder?.userId).toBe(103)
  })

  it('needs the current revision if one is sent', async () => {
    const id = await client.placed({ holderId: 103 })
    const headers = { 'X-Assessment-Revision': '2' }
    expect(await verdictOf(await client.post(id, 'takeover', { headers }))).toEqual([412, 'revision_conflict'])
  })
})
