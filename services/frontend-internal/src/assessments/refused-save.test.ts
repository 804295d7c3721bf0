import { describe, expect } from 'vitest'
import { type ErrorBody, issuesOf } from '../every-operation.fixture.ts'
import { comment, note } from './assessment-client.fixture.ts'
import { completeScores } from './assessments.fixture.ts'
import { itOnExamples as it } from '../service-test.fixture.ts'

describe('a refused save of patchAssessment', () => {
  it('refuses to overwrite changes, keeps the text, and names what changed', async ({ assessments }) => {
    const id = await assessments.placed()
    await assessments.patch(id, { ...comment('report', 'one'), privateNote: 'n' }, { revision: 1 })
    const body = comment('report', 'other')
    const reply = await assessments.patch(id, body, { base: 1 })
    await expect(reply).toBeRevision(409, 2)
    const problem = (await reply.json()) as ErrorBody
    expect(problem).toMatchObject({
      code: 'merge_conflict',
      detail: expect.stringMatching(/^Terry Teacher changed it at \d{4}-.*Z\.$/),
    })
    expect(problem.fieldErrors?.map(({ path, code }) => `${path} ${code}`).toSorted()).toEqual([
      '$.privateNote changed',
      '$.scores.report changed',
    ])
    expect((await assessments.read(id)).scores).toEqual({ report: { comment: 'one' } })
    expect(await assessments.parkedOf(id)).toMatchObject([
      { reason: 'merge_conflict', baseRevision: 1, content: body, assessmentId: id },
    ])
    await expect(assessments.patch(id, note('x'), { base: 9_007_199_254_740_991 })).toBeProblem(409, 'merge_conflict')
  })

  it('needs the current revision, also in X-Assessment-Revision', async ({ assessments }) => {
    const id = await assessments.placed()
    await assessments.patch(id, note('x'), { revision: 1 })
    const stale = await assessments.patch(id, comment('report', 'typed'), { revision: 1 })
    await expect(stale).toBeRevision(412, 2)
    expect(await issuesOf(stale)).toEqual(['$.privateNote changed'])
    const headers = { 'X-Assessment-Revision': '1' }
    await expect(assessments.patch(id, comment('report', 'typed too'), { base: 2, headers })).toBeProblem(
      412,
      'revision_conflict',
    )
    expect((await assessments.parkedOf(id)).map(({ reason, content }) => [reason, content])).toEqual([
      ['revision_conflict', comment('report', 'typed too')],
      ['revision_conflict', comment('report', 'typed')],
    ])
  })

  it('parks the save of a former holder unvalidated, and says who holds it', async ({ assessments, grader }) => {
    const id = await assessments.placed({ holderId: 103 })
    await assessments.endLease(id)
    await assessments.giveTo(id, 101)
    const body = { scores: { 'no-such': { comment: 'typed' } } }
    await expect(assessments.patch(id, body, { session: grader, revision: 7 })).toBeRevision(409, 1, {
      code: 'claim_lost',
      detail: expect.stringMatching(/^Terry Teacher holds it\. Terry Teacher changed it at /),
    })
    expect(await assessments.parkedOf(id, grader)).toMatchObject([
      { reason: 'claim_lost', baseRevision: 7, content: body },
    ])
    expect(await assessments.parkedOf(id)).toEqual([])
  })

  it('parks the save of a former holder who may no longer see the work', async ({ service, assessments }) => {
    const id = await assessments.placed({ holderId: 102 })
    const restricted = await service.signIn(102)
    await service.sql`INSERT INTO assessment_event (assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after)
      VALUES (${id}, now(), 'claimed', 102, 1, 1, 0, 0)`
    await assessments.endLease(id)
    await assessments.giveTo(id, 101)
    await service.sql`UPDATE assessment SET grader_id = 101 WHERE id = ${id}`
    await expect(assessments.patch(id, note('typed'), { session: restricted, revision: 1 })).toBeProblem(
      409,
      'claim_lost',
    )
    expect(await assessments.parkedOf(id, restricted)).toMatchObject([{ reason: 'claim_lost', content: note('typed') }])
    await expect(service.get(`/assessments/${id}`, restricted)).toBeReply(404)
  })

  it('keeps what somebody typed after the completion', async ({ service, assessments }) => {
    const id = await assessments.placed({ scores: completeScores })
    await service.send('POST', `/assessments/${id}/complete`, { ifMatch: '"1"' })
    await expect(assessments.patch(id, note('typed'), { revision: 7 })).toBeProblem(409, 'not_in_state', {
      detail: expect.stringMatching(/^completed\. Terry Teacher changed it/),
    })
    expect(await assessments.parkedOf(id)).toMatchObject([{ reason: 'not_in_state', content: note('typed') }])
  })

  it('keeps nothing for somebody who may not see the work at all', async ({ service, assessments }) => {
    const id = await assessments.placed()
    await expect(assessments.patch(id, note('x'), { session: await service.signIn(203), revision: 1 })).toBeProblem(
      403,
      'forbidden',
    )
    expect(await service.sql`SELECT FROM parked_draft WHERE assessment_id = ${id}`).toEqual([])
  })

  it('keeps the newest twenty refused saves of a thing and person', async ({ assessments }) => {
    const id = await assessments.placed()
    for (let round = 0; round < 23; round += 1) await assessments.patch(id, note(`typed ${round}`), { revision: 9 })
    const contents = (await assessments.parkedOf(id)).map(
      ({ content }) => (content as { privateNote: string }).privateNote,
    )
    expect(contents).toEqual(Array.from({ length: 20 }, (_, index) => `typed ${22 - index}`))
  })

  it('is not kept if the last submitter was erased, which the holder learns', async ({ service, assessments }) => {
    const id = await assessments.placed({ holderId: 102 })
    const restricted = await service.signIn(102)
    await assessments.patch(id, note('typed'), { session: restricted, revision: 1 })
    await assessments.eraseSubmitter(id)
    await expect(assessments.patch(id, note('typed later'), { session: restricted, base: 2 })).toBeProblem(
      409,
      'claim_lost',
    )
    expect(await service.sql`SELECT FROM parked_draft WHERE assessment_id = ${id}`).toEqual([])
    expect(await assessments.read(id)).toMatchObject({
      state: 'in_progress',
      privateNote: '',
      scores: {},
      submitters: [],
    })
  })
})
