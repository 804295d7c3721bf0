import { describe, expect } from 'vitest'
import { issuesOf } from '../every-operation.fixture.ts'
import { type FeedbackClient, remark } from './feedback-client.fixture.ts'
import { itOnExamples as it, type TestService } from '../service-test.fixture.ts'

describe('patchFeedback', () => {
  it('saves as the next revision of the document and of the assessment', async ({ assessments, feedback }) => {
    const { id, assessmentId } = await feedback.ofSubmission()
    await expect(feedback.patch(id, { body: 'Good.', annotations: { a: remark() } }, { revision: 1 })).toBeRevision(
      204,
      2,
    )
    expect(await feedback.read(id)).toMatchObject({
      revision: 2,
      body: 'Good.',
      annotations: { a: { ...remark(), anchor: { fileId: 71, path: 'essay.txt', sha256: null } } },
    })
    expect(await assessments.read(assessmentId)).toMatchObject({ revision: 2 })
    expect(await assessments.eventsOf(assessmentId)).toMatchObject([{ event: 'feedback_saved', from: 1, to: 2 }])
  })

  it('keeps annotations whose ids are members of every object', async ({ feedback }) => {
    const { id } = await feedback.ofSubmission()
    const annotations = Object.fromEntries(['__proto__', 'constructor', 'toString'].map((name) => [name, remark()]))
    await expect(feedback.patch(id, { annotations }, { revision: 1 })).toBeRevision(204, 2)
    expect(Object.keys((await feedback.read(id)).annotations).toSorted()).toEqual(Object.keys(annotations).toSorted())
  })

  it('saves a document about a student that somebody else began', async ({ feedback }) => {
    const id = await feedback.ofStudent()
    const reply = await feedback.patch(id, { body: 'Better.' }, { revision: 1 })
    expect(reply.status).toBe(204)
    expect(reply).toHaveHeaders({ etag: '"2"', 'x-assessment-revision': null })
  })

  it("makes one version of a person's saves, and another one after it was closed", async ({ service, feedback }) => {
    const { id } = await feedback.ofSubmission()
    await feedback.patch(id, { body: 'one' }, { revision: 1 })
    await feedback.patch(id, { body: 'two' }, { revision: 2 })
    expect(await versionsOf(service, id)).toEqual([{ version: 1, revision: 3, body: 'two' }])
    await service.sql`UPDATE feedback_version SET closed_at = now() WHERE feedback_id = ${id}`
    await feedback.patch(id, { body: 'three' }, { revision: 3 })
    await service.sql`UPDATE feedback_version SET begun_at = now() - interval '6 minutes' WHERE feedback_id = ${id}`
    await feedback.patch(id, { body: 'four' }, { revision: 4 })
    expect(await versionsOf(service, id)).toEqual([
      { version: 1, revision: 3, body: 'two' },
      { version: 2, revision: 4, body: 'three' },
      { version: 3, revision: 5, body: 'four' },
    ])
  })

  it('makes no revision if nothing changes, and renews the lease', async ({ assessments, feedback }) => {
    const { id, assessmentId } = await feedback.ofSubmission()
    await assessments.endLease(assessmentId)
    await expect(feedback.patch(id, { body: '' }, { revision: 1 })).toBeRevision(204, 1)
    expect(await assessments.submissionOf(assessmentId)).toMatchObject({ claimed: true })
  })

  it('may be based on an earlier revision if nothing that it names has changed since', async ({ feedback }) => {
    const { id } = await feedback.ofSubmission()
    await feedback.patch(id, { body: 'one' }, { revision: 1 })
    await expect(feedback.patch(id, { annotations: { a: remark() } }, { base: 1 })).toBeReply(204)
    await expect(feedback.patch(id, { annotations: { b: remark() } }, { base: 1 })).toBeReply(204)
    await expect(feedback.patch(id, { body: 'two' }, { base: 1 })).toBeRevision(409, 4, {
      code: 'merge_conflict',
      fieldErrors: [
        { path: '$.body', code: 'changed' },
        { path: '$.annotations.a', code: 'changed' },
        { path: '$.annotations.b', code: 'changed' },
      ],
    })
    expect(await parkedOf(feedback, id)).toEqual(['merge_conflict'])
  })

  it('parks a save on another revision, of the document or of the assessment', async ({ feedback }) => {
    const { id } = await feedback.ofSubmission()
    await feedback.patch(id, { body: 'one' }, { revision: 1 })
    await expect(feedback.patch(id, { body: 'two' }, { revision: 1 })).toBeProblem(412, 'revision_conflict')
    const headers = { 'X-Assessment-Revision': '1' }
    await expect(feedback.patch(id, { body: 'two' }, { revision: 2, headers })).toBeProblem(412, 'revision_conflict')
    expect(await parkedOf(feedback, id)).toEqual(['revision_conflict', 'revision_conflict'])
  })

  it('names in a refusal what was sent, too, where only the revision of the whole is left', async ({
    service,
    feedback,
  }) => {
    const { id } = await feedback.ofSubmission()
    await feedback.patch(id, { body: 'one' }, { revision: 1 })
    await service.sql`UPDATE feedback SET part_revisions = '{"*": 2}' WHERE id = ${id}`
    const reply = await feedback.patch(id, { annotations: { gone: null } }, { revision: 1 })
    expect(await issuesOf(reply)).toEqual(['$.language changed', '$.body changed', '$.annotations.gone changed'])
  })

  it.for<[string, object]>([
    ['a body', { body: 'one' }],
    ['an annotation', { annotations: { b: remark() } }],
    ['an annotation that was not there', { annotations: { z: null } }],
    ['all annotations taken out', { annotations: null }],
  ])('may be sent again after its answer was lost: %s', async ([, body], { feedback }) => {
    const { id } = await feedback.ofSubmission()
    await feedback.patch(id, { body: 'before', annotations: { a: remark() } }, { revision: 1 })
    const first = await feedback.patch(id, body, { base: 2 })
    expect(first.status).toBe(204)
    const again = await feedback.patch(id, body, { base: 2 })
    expect([again.status, again.headers.get('etag')]).toEqual([204, first.headers.get('etag')])
    expect(await parkedOf(feedback, id)).toEqual([])
  })

  it('reports both current revisions in each refused save', async ({ assessments, feedback }) => {
    const { id, assessmentId } = await feedback.ofSubmission()
    await assessments.patch(assessmentId, { privateNote: 'one' }, { revision: 1 })
    await feedback.patch(id, { body: 'one' }, { revision: 1 })
    const refusals = [
      await feedback.patch(id, { body: 'two' }, { revision: 1 }),
      await feedback.patch(id, { body: 'two' }, { base: 1 }),
      await feedback.step(id, 'publish', { revision: 2 }),
      await feedback.step(id, 'withdraw', { revision: 2 }),
      await feedback.step(id, '', { method: 'DELETE', revision: 2 }),
      await feedback.step(id, 'versions/1/restore', { revision: 1 }),
    ]
    await assessments.giveTo(assessmentId, 103)
    refusals.push(await feedback.patch(id, { body: 'lost' }, { revision: 2 }))
    const revisions = refusals.map(({ headers }) => [headers.get('etag'), headers.get('x-assessment-revision')])
    expect(revisions).toEqual(refusals.map(() => ['"2"', '3']))
  })

  it('parks a save of who does not hold the assessment, whatever its revision', async ({ assessments, feedback }) => {
    const { id, assessmentId } = await feedback.ofSubmission()
    await assessments.giveTo(assessmentId, 103)
    await expect(feedback.patch(id, { body: 'lost' }, { revision: 7 })).toBeProblem(409, 'claim_lost')
    expect(await parkedOf(feedback, id)).toEqual(['claim_lost'])
  })

  it('parks a save of a former holder who may no longer read it', async ({ service, assessments, feedback }) => {
    const { id, assessmentId } = await feedback.ofSubmission([], 102)
    const session = await service.signIn(102)
    for (const holder of [102, 101]) await assessments.giveTo(assessmentId, holder)
    await service.sql`UPDATE assessment SET grader_id = 101 WHERE id = ${assessmentId}`
    await expect(feedback.patch(id, { body: 'lost' }, { revision: 1, session })).toBeProblem(409, 'claim_lost')
    expect(await parkedOf(feedback, id, session)).toEqual(['claim_lost'])
    await expect(feedback.get(`/feedback/${id}`, session)).toBeProblem(404, 'not_found')
  })

  it('parks a save of a completed assessment', async ({ assessments, feedback }) => {
    const { id, assessmentId } = await feedback.ofSubmission()
    await assessments.complete(assessmentId, 1)
    await expect(feedback.patch(id, { body: 'late' }, { revision: 7 })).toBeProblem(409, 'not_in_state')
    expect(await parkedOf(feedback, id)).toEqual(['not_in_state'])
  })

  it.for<[what: string, change: object, issue: string]>([
    ['of no lines', { endLine: 2 }, '$.annotations.a.endLine invalid_value'],
    ['with a blank body', { body: ' \n' }, '$.annotations.a.body invalid_value'],
    ['on a criterion that the rubric lacks', { criterionId: 'style' }, '$.annotations.a.criterionId invalid_value'],
    [
      'on a check of another criterion',
      { criterionId: 'structure', checkId: 'copied' },
      '$.annotations.a.checkId invalid_value',
    ],
  ])('refuses an annotation %s, and parks nothing', async ([_what, change, issue], { feedback }) => {
    const { id } = await feedback.ofSubmission()
    const reply = await feedback.patch(id, { annotations: { a: remark(change) } }, { revision: 1 })
    expect(reply.status).toBe(400)
    expect(await issuesOf(reply)).toEqual([issue])
    expect(await parkedOf(feedback, id)).toEqual([])
  })

  it('takes an annotation on a check of the rubric, but none about a student', async ({ feedback }) => {
    const annotations = { a: remark({ criterionId: 'faults', checkId: 'copied' }) }
    const { id } = await feedback.ofSubmission()
    await expect(feedback.patch(id, { annotations }, { revision: 1 })).toBeReply(204)
    const reply = await feedback.patch(await feedback.ofStudent(), { annotations }, { revision: 1 })
    expect(await issuesOf(reply)).toEqual(['$.annotations.a.criterionId invalid_value'])
  })
})

const parkedOf = async (feedback: FeedbackClient, id: string, session?: string): Promise<unknown[]> => {
  const reply = await feedback.get(`/parked-drafts?feedbackId=${id}`, session)
  const { items } = (await reply.json()) as { items: { reason: string; feedbackId: string }[] }
  return items.map(({ reason }) => reason)
}

const versionsOf = (service: TestService, id: string) =>
  service.sql`SELECT version, revision, body FROM feedback_version WHERE feedback_id = ${id} ORDER BY version`
