import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ErrorBody, issuesOf, verdictOf } from '../every-operation.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type AssessmentClient, assessmentClient, comment, note } from './assessment-client.fixture.ts'
import { completeScores } from './assessments.fixture.ts'

let service: TestService
let client: AssessmentClient
let grader: string
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await assessmentClient(service)
  grader = await service.signIn(103)
})
afterAll(() => service.stop())

describe('a refused save of patchAssessment', () => {
  it('refuses to write over what has changed since, keeps the text, and names everything that changed', async () => {
    const id = await client.placed()
    await client.patch(id, { ...comment('report', 'one'), privateNote: 'n' }, { revision: 1 })
    const body = comment('report', 'other')
    const reply = await client.patch(id, body, { base: 1 })
    expect([reply.status, reply.headers.get('etag')]).toEqual([409, '"2"'])
    const problem = (await reply.json()) as ErrorBody
    expect(problem).toMatchObject({
      code: 'merge_conflict',
      detail: expect.stringMatching(/^Terry Teacher changed it at \d{4}-.*Z\.$/),
    })
    expect(problem.fieldErrors?.map(({ path, code }) => `${path} ${code}`).toSorted()).toEqual([
      '$.privateNote changed',
      '$.scores.report changed',
    ])
    expect((await client.read(id)).scores).toEqual({ report: { comment: 'one' } })
    expect(await client.parkedOf(id)).toMatchObject([
      { reason: 'merge_conflict', baseRevision: 1, content: body, assessmentId: id },
    ])
    expect(await verdictOf(await client.patch(id, note('x'), { base: 9_007_199_254_740_991 }))).toEqual([
      409,
      'merge_conflict',
    ])
  })

  it('needs the current revision in If-Match, and in X-Assessment-Revision where that is sent', async () => {
    const id = await client.placed()
    await client.patch(id, note('x'), { revision: 1 })
    const stale = await client.patch(id, comment('report', 'typed'), { revision: 1 })
    expect([stale.status, stale.headers.get('etag'), await issuesOf(stale)]).toEqual([
      412,
      '"2"',
      ['$.privateNote changed'],
    ])
    const headers = { 'X-Assessment-Revision': '1' }
    expect(await verdictOf(await client.patch(id, comment('report', 'typed too'), { base: 2, headers }))).toEqual([
      412,
      'revision_conflict',
    ])
    expect((await client.parkedOf(id)).map(({ reason, content }) => [reason, content])).toEqual([
      ['revision_conflict', comment('report', 'typed too')],
      ['revision_conflict', comment('report', 'typed')],
    ])
  })

  it('parks the save of somebody who lost the claim, without validation, and says who holds it', async () => {
    const id = await client.placed({ holderId: 103 })
    await client.endLease(id)
    await client.giveTo(id, 101)
    const body = { scores: { 'no-such': { comment: 'typed' } } }
    const reply = await client.patch(id, body, { session: grader, revision: 7 })
    expect([reply.status, reply.headers.get('etag')]).toEqual([409, '"1"'])
    expect(await reply.json()).toMatchObject({
      code: 'claim_lost',
      detail: expect.stringMatching(/^Terry Teacher holds it\. Terry Teacher changed it at /),
    })
    expect(await client.parkedOf(id, grader)).toMatchObject([{ reason: 'claim_lost', baseRevision: 7, content: body }])
    expect(await client.parkedOf(id)).toEqual([])
  })

  it('parks the save of somebody who lost the claim and whose restriction no longer admits the work', async () => {
    const id = await client.placed({ holderId: 102 })
    const restricted = await service.signIn(102)
    await ownerQuery(
      service,
      `INSERT INTO assessment_event (assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after)
      VALUES ($1, now(), 'claimed', 102, 1, 1, 0, 0)`,
      [id],
    )
    await client.endLease(id)
    await client.giveTo(id, 101)
    await ownerQuery(service, 'UPDATE assessment SET grader_id = 101 WHERE id = $1', [id])
    expect(await verdictOf(await client.patch(id, note('typed'), { session: restricted, revision: 1 }))).toEqual([
      409,
      'claim_lost',
    ])
    expect(await client.parkedOf(id, restricted)).toMatchObject([{ reason: 'claim_lost', content: note('typed') }])
    expect((await service.request('GET', `/assessments/${id}`, { session: restricted })).status).toBe(404)
  })

  it('keeps what somebody typed after the completion', async () => {
    const id = await client.placed({ scores: completeScores })
    await service.request('POST', `/assessments/${id}/complete`, { session: client.teacher, ifMatch: '"1"' })
    const reply = await client.patch(id, note('typed'), { revision: 7 })
    expect([reply.status, await reply.json()]).toMatchObject([
      409,
      { code: 'not_in_state', detail: expect.stringMatching(/^completed\. Terry Teacher changed it/) },
    ])
    expect(await client.parkedOf(id)).toMatchObject([{ reason: 'not_in_state', content: note('typed') }])
  })

  it('keeps nothing for somebody who may not see the work at all', async () => {
    const id = await client.placed()
    expect(
      await verdictOf(await client.patch(id, note('x'), { session: await service.signIn(203), revision: 1 })),
    ).toEqual([403, 'forbidden'])
    expect(await ownerQuery(service, 'SELECT FROM parked_draft WHERE assessment_id = $1', [id])).toEqual([])
  })

  it('keeps the newest twenty refused saves of a thing and person', async () => {
    const id = await client.placed()
    for (let round = 0; round < 23; round += 1) await client.patch(id, note(`typed ${round}`), { revision: 9 })
    const contents = (await client.parkedOf(id)).map(({ content }) => (content as { privateNote: string }).privateNote)
    expect(contents).toEqual(Array.from({ length: 20 }, (_, index) => `typed ${22 - index}`))
  })

  it('is not kept if the last submitter was erased, although the former holder learns that', async () => {
    const id = await client.placed({ holderId: 102 })
    const restricted = await service.signIn(102)
    await client.patch(id, note('typed'), { session: restricted, revision: 1 })
    await client.eraseSubmitter(id)
    const late = await client.patch(id, note('typed later'), { session: restricted, base: 2 })
    expect(await verdictOf(late)).toEqual([409, 'claim_lost'])
    expect(await ownerQuery(service, 'SELECT FROM parked_draft WHERE assessment_id = $1', [id])).toEqual([])
    expect(await client.read(id)).toMatchObject({ state: 'in_progress', privateNote: '', scores: {}, submitters: [] })
  })
})
