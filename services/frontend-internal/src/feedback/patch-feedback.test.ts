import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issuesOf, verdictOf } from '../every-operation.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type FeedbackClient, feedbackClient, remark } from './feedback-client.fixture.ts'

let service: TestService
let client: FeedbackClient
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await feedbackClient(service)
})
afterAll(() => service.stop())

const parkedOf = async (id: string, session?: string): Promise<unknown[]> => {
  const reply = await client.get(`/parked-drafts?feedbackId=${id}`, session)
  const { items } = (await reply.json()) as { items: { reason: string; feedbackId: string }[] }
  return items.map(({ reason }) => reason)
}
const versionsOf = (id: string) =>
  ownerQuery(service, 'SELECT version, revision, body FROM feedback_version WHERE feedback_id = $1 ORDER BY version', [
    id,
  ])

describe('patchFeedback', () => {
  it('saves as the next revision of the document and of the assessment', async () => {
    const { id, assessmentId } = await client.ofSubmission()
    const reply = await client.patch(id, { body: 'Good.', annotations: { a: remark() } }, { revision: 1 })
    expect([reply.status, reply.headers.get('etag'), reply.headers.get('x-assessment-revision')]).toEqual([
      204,
      '"2"',
      '2',
    ])
    expect(await client.read(id)).toMatchObject({
      revision: 2,
      body: 'Good.',
      annotations: { a: { ...remark(), anchor: { fileId: 71, path: 'essay.txt', sha256: null } } },
    })
    expect(await client.assessments.read(assessmentId)).toMatchObject({ revision: 2 })
    expect(await client.assessments.eventsOf(assessmentId)).toMatchObject([{ event: 'feedback_saved', from: 1, to: 2 }])
  })

  it('saves a document about a student that somebody else began', async () => {
    const id = await client.ofStudent()
    const reply = await client.patch(id, { body: 'Better.' }, { revision: 1 })
    expect([reply.status, reply.headers.get('etag'), reply.headers.get('x-assessment-revision')]).toEqual([
      204,
      '"2"',
      null,
    ])
  })

  it('makes one version of the saves of a person, and another one after it was closed', async () => {
    const { id } = await client.ofSubmission()
    await client.patch(id, { body: 'one' }, { revision: 1 })
    await client.patch(id, { body: 'two' }, { revision: 2 })
    expect(await versionsOf(id)).toEqual([{ version: 1, revision: 3, body: 'two' }])
    await ownerQuery(service, 'UPDATE feedback_version SET closed_at = now() WHERE feedback_id = $1', [id])
    await client.patch(id, { body: 'three' }, { revision: 3 })
    await ownerQuery(
      service,
      "UPDATE feedback_version SET begun_at = now() - interval '6 minutes' WHERE feedback_id = $1",
      [id],
    )
    await client.patch(id, { body: 'four' }, { revision: 4 })
    expect(await versionsOf(id)).toEqual([
      { version: 1, revision: 3, body: 'two' },
      { version: 2, revision: 4, body: 'three' },
      { version: 3, revision: 5, body: 'four' },
    ])
  })

  it('makes no revision if nothing changes, and renews the lease', async () => {
    const { id, assessmentId } = await client.ofSubmission()
    await client.assessments.endLease(assessmentId)
    const reply = await client.patch(id, { body: '' }, { revision: 1 })
    expect([reply.status, reply.headers.get('etag'), reply.headers.get('x-assessment-revision')]).toEqual([
      204,
      '"1"',
      '1',
    ])
    expect(await client.assessments.submissionOf(assessmentId)).toMatchObject({ held: true })
  })

  it('may be based on an earlier revision if nothing that it names has changed since', async () => {
    const { id } = await client.ofSubmission()
    await client.patch(id, { body: 'one' }, { revision: 1 })
    expect((await client.patch(id, { annotations: { a: remark() } }, { base: 1 })).status).toBe(204)
    expect((await client.patch(id, { annotations: { b: remark() } }, { base: 1 })).status).toBe(204)
    const reply = await client.patch(id, { body: 'two' }, { base: 1 })
    expect([reply.status, reply.headers.get('etag')]).toEqual([409, '"4"'])
    expect(await reply.json()).toMatchObject({
      code: 'merge_conflict',
      fieldErrors: [
        { path: '$.body', code: 'changed' },
        { path: '$.annotations.a', code: 'changed' },
        { path: '$.annotations.b', code: 'changed' },
      ],
    })
    expect(await parkedOf(id)).toEqual(['merge_conflict'])
  })

  it('parks a save on another revision, of the document or of the assessment', async () => {
    const { id } = await client.ofSubmission()
    await client.patch(id, { body: 'one' }, { revision: 1 })
    expect(await verdictOf(await client.patch(id, { body: 'two' }, { revision: 1 }))).toEqual([
      412,
      'revision_conflict',
    ])
    const headers = { 'X-Assessment-Revision': '1' }
    expect(await verdictOf(await client.patch(id, { body: 'two' }, { revision: 2, headers }))).toEqual([
      412,
      'revision_conflict',
    ])
    expect(await parkedOf(id)).toEqual(['revision_conflict', 'revision_conflict'])
  })

  it('reports the current revisions of the document and of its assessment in each refused save', async () => {
    const { id, assessmentId } = await client.ofSubmission()
    await client.assessments.patch(assessmentId, { privateNote: 'one' }, { revision: 1 })
    await client.patch(id, { body: 'one' }, { revision: 1 })
    const refusals = [
      await client.patch(id, { body: 'two' }, { revision: 1 }),
      await client.patch(id, { body: 'two' }, { base: 1 }),
      await client.step(id, 'publish', { revision: 2 }),
      await client.step(id, 'withdraw', { revision: 2 }),
      await client.step(id, '', { method: 'DELETE', revision: 2 }),
      await client.step(id, 'versions/1/restore', { revision: 1 }),
    ]
    await client.assessments.giveTo(assessmentId, 103)
    refusals.push(await client.patch(id, { body: 'lost' }, { revision: 2 }))
    const revisions = refusals.map(({ headers }) => [headers.get('etag'), headers.get('x-assessment-revision')])
    expect(revisions).toEqual(refusals.map(() => ['"2"', '3']))
  })

  it('parks a save of somebody who does not hold the assessment, before the revision is looked at', async () => {
    const { id, assessmentId } = await client.ofSubmission()
    await client.assessments.giveTo(assessmentId, 103)
    expect(await verdictOf(await client.patch(id, { body: 'lost' }, { revision: 7 }))).toEqual([409, 'claim_lost'])
    expect(await parkedOf(id)).toEqual(['claim_lost'])
  })

  it('parks a save of somebody who held the assessment before and may no longer read it', async () => {
    const { id, assessmentId } = await client.ofSubmission([], 102)
    const session = await service.signIn(102)
    for (const holder of [102, 101]) await client.assessments.giveTo(assessmentId, holder)
    await ownerQuery(service, 'UPDATE assessment SET grader_id = 101 WHERE id = $1', [assessmentId])
    expect(await verdictOf(await client.patch(id, { body: 'lost' }, { revision: 1, session }))).toEqual([
      409,
      'claim_lost',
    ])
    expect(await parkedOf(id, session)).toEqual(['claim_lost'])
    expect(await verdictOf(await client.get(`/feedback/${id}`, session))).toEqual([404, 'not_found'])
  })

  it('parks a save of a completed assessment', async () => {
    const { id, assessmentId } = await client.ofSubmission()
    await client.assessments.complete(assessmentId, 1)
    expect(await verdictOf(await client.patch(id, { body: 'late' }, { revision: 7 }))).toEqual([409, 'not_in_state'])
    expect(await parkedOf(id)).toEqual(['not_in_state'])
  })

  it.each<[object, string]>([
    [{ language: 'xx' }, '$.language invalid_value'],
    [{ annotations: { a: remark({ endLine: 2 }) } }, '$.annotations.a.endLine invalid_value'],
    [{ annotations: { a: { body: 'x' } } }, '$.annotations.a.anchor required'],
    [{ annotations: { a: remark({ body: 'x'.repeat(10_001) }) } }, '$.annotations.a.body too_long'],
    [{ body: 'x'.repeat(200_001) }, '$.body too_long'],
    [{ surprise: 1 }, '$.surprise unknown_field'],
  ])('rejects an invalid document, and parks nothing: %#', async (body, issue) => {
    const { id } = await client.ofSubmission()
    const reply = await client.patch(id, body, { revision: 1 })
    expect([reply.status, (await issuesOf(reply))[0]]).toEqual([400, issue])
    expect(await parkedOf(id)).toEqual([])
  })

  it.each<[what: string, change: object, issue: string]>([
    ['with a blank body', { body: ' \n' }, '$.annotations.a.body invalid_value'],
    ['on a criterion that the rubric lacks', { criterionId: 'style' }, '$.annotations.a.criterionId invalid_value'],
    [
      'on a check of another criterion',
      { criterionId: 'structure', checkId: 'copied' },
      '$.annotations.a.checkId invalid_value',
    ],
  ])('refuses an annotation %s, and parks nothing', async (_what, change, issue) => {
    const { id } = await client.ofSubmission()
    const reply = await client.patch(id, { annotations: { a: remark(change) } }, { revision: 1 })
    expect([reply.status, await issuesOf(reply), await parkedOf(id)]).toEqual([400, [issue], []])
  })

  it('takes an annotation on a check of the rubric, and none on any criterion in a document about a student', async () => {
    const annotations = { a: remark({ criterionId: 'faults', checkId: 'copied' }) }
    const { id } = await client.ofSubmission()
    expect((await client.patch(id, { annotations }, { revision: 1 })).status).toBe(204)
    const reply = await client.patch(await client.ofStudent(), { annotations }, { revision: 1 })
    expect(await issuesOf(reply)).toEqual(['$.annotations.a.criterionId invalid_value'])
  })
})
