import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { MyClaim, Queue } from '@course-grading/contracts/claims/queue'
import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import { readManifest } from '@course-grading/test-kit'
import { parse } from 'csv-parse/sync'
import { describe, expect } from 'vitest'
import { itOn, type TestService } from '../service-test.fixture.ts'
import { projectsOf, rowOf, startWithProjects, studentOf } from './gone-submission.fixture.ts'

const it = itOn(startWithProjects)
  .extend('projects', { scope: 'file' }, ({ service }) => projectsOf(service))
  // Its detail tells that the platform refuses only what is gone.
  .extend('shown', { scope: 'file', auto: true }, ({ projects }) => projects.registered({ submissionId: 3130 }))
it.beforeEach(({ service }) => service.upstream.journal.clear())
it.afterEach(({ service }) => service.upstream.faults.clear())

describe('a submission that was deleted upstream', () => {
  it.for(['', '/content', '/files/1', '/archive'])(
    'leaves the queue once staff have read it (%s)',
    async (part, { service, projects }) => {
      const submissionId = await projects.registered()
      service.upstream.world.removeSubmission(submissionId)
      expect(await projects.read(submissionId, undefined, part)).toBe(404)
      expect(await rowOf(service, submissionId)).toMatchObject({ state: 'gone', gone: true, mayClaim: false })
    },
  )

  it("leaves the queue once the exercise's archive lacks it, and waits again once that has it", async ({
    service,
    projects,
  }) => {
    const submissionId = await projects.registered()
    const submission = service.upstream.world.submission(submissionId)
    service.upstream.world.removeSubmission(submissionId)
    const statusInArchive = async () => {
      const archive = await service.get('/courses/11/exercises/1104/archive?attempts=all')
      const rows = readManifest(Buffer.from(await archive.arrayBuffer()))
      return rows.find((row) => row['submission'] === String(submissionId))?.['status']
    }
    expect([await statusInArchive(), (await rowOf(service, submissionId))?.state]).toEqual(['missing', 'gone'])
    service.upstream.world.addSubmission(submission)
    expect([await statusInArchive(), (await rowOf(service, submissionId))?.state]).toEqual(['ok', 'waiting'])
    await projects.deleted(submissionId)
  })

  it('is handed out no more, not to whoever gave it back either', async ({ claims, projects, grader }) => {
    const submissionId = await projects.registered()
    const first = await claims.claimed(grader, submissionId)
    await projects.deleted(submissionId)
    await claims.lapse(submissionId)
    const next = await claims.claimed(grader)
    expect([first.submissionId, next.submissionId]).toEqual([submissionId, 3130])
    await claims.lapse(3130)
  })

  it('cannot be claimed by its id', async ({ claims, projects, grader }) => {
    const submissionId = await projects.registered()
    await projects.deleted(submissionId)
    const refused = await claims.claim(grader, submissionId)
    await expect(refused.clone()).toBeProblem(409, 'not_in_state')
    expect(await refused.json()).toMatchObject({ detail: 'gone' })
  })

  it('is exported as gone, without what stood upstream', async ({ service, projects }) => {
    const submissionId = await projects.registered()
    await projects.deleted(submissionId)
    const grades = await (await service.get('/courses/11/exercises/1104/grades?dialect=semicolon')).text()
    const rows = parse<Record<string, string>>(grades, { columns: true, delimiter: ';', bom: true })
    expect(rows.find((row) => row['submissionId'] === String(submissionId))).toMatchObject({
      state: 'gone',
      upstreamStatus: '',
      upstreamGrade: '',
    })
  })
})

describe('whoever holds a submission that was deleted upstream', () => {
  it('keeps claim and draft, and sees the mark', async ({ service, claims, projects, assessments, grader }) => {
    const submissionId = await projects.registered()
    const { id } = await claims.claimed(grader, submissionId)
    await projects.deleted(submissionId)
    await expect(assessments.patch(id, { privateNote: 'kept' }, { session: grader, base: 1 })).toBeReply(204)
    expect(await assessments.read(id, grader)).toMatchObject({
      gone: true,
      privateNote: 'kept',
      holder: { userId: 103 },
    })
    expect(await rowOf(service, submissionId)).toMatchObject({ state: 'in_progress', gone: true })
    expect(await mine(service, grader, submissionId)).toMatchObject({ gone: true, isHeld: true })
  })

  it('still finds the draft in the own list after the lease has run out', async ({
    service,
    claims,
    projects,
    grader,
  }) => {
    const submissionId = await projects.registered()
    await claims.claimed(grader, submissionId)
    await projects.deleted(submissionId)
    await claims.lapse(submissionId)
    expect((await rowOf(service, submissionId))?.state).toBe('gone')
    expect(await mine(service, grader, submissionId)).toMatchObject({ gone: true, isHeld: false })
  })
})

describe('a completed assessment of a submission that was deleted upstream', () => {
  it('keeps its result, which is released to students, and is not sent', async ({
    service,
    claims,
    projects,
    grader,
  }) => {
    const submissionId = await projects.registered()
    const { id } = await completed(service, await claims.claimed(grader, submissionId), grader)
    await projects.deleted(submissionId)
    expect(await service.read(`/assessments/${id}`)).toMatchObject({
      state: 'completed',
      gone: true,
      deliverable: false,
    })
    const released = await service.send('POST', '/courses/11/exercises/1104/release', { body: { assessmentIds: [id] } })
    expect(await released.json()).toEqual({
      released: 1,
      unchanged: 0,
      blocked: [{ assessmentId: id, reason: 'undeliverable' }],
    })
    expect(await service.read(`/assessments/${id}`)).toMatchObject({ points: 40, delivery: { state: 'held' } })
    const student = await service.signIn(studentOf(submissionId))
    const { items } = await service.read<{ items: SubmissionRow[] }>('/courses/11/submissions?exerciseId=1104', student)
    expect(items).toMatchObject([{ submissionId, state: 'released', gone: false, points: 40 }])
  })

  it('is counted as undeliverable', async ({ service, claims, projects, grader }) => {
    const submissionId = await projects.registered()
    const before = await queueOf(service)
    await completed(service, await claims.claimed(grader, submissionId), grader)
    await projects.deleted(submissionId)
    expect((await queueOf(service)).undeliverable - before.undeliverable).toBe(1)
  })

  it('waits for nobody after it was opened again', async ({ service, claims, projects, grader }) => {
    const submissionId = await projects.registered()
    const { id } = await completed(service, await claims.claimed(grader, submissionId), grader)
    await projects.deleted(submissionId)
    const reopened = await service.send('POST', `/assessments/${id}/reopen`, { body: { reason: 'Checked again.' } })
    await expect(reopened).toBeReply(200)
    await claims.lapse(submissionId)
    expect(await rowOf(service, submissionId)).toMatchObject({ state: 'gone', mayClaim: false })
  })

  it('has a delivered grade that no longer stands, once everywhere, and is not shown', async ({
    service,
    deliveries,
  }) => {
    const submissionId = 3040
    const id = await deliveries.put('delivered', submissionId)
    await deliveries.put('held', 3039)
    const standing = { grade: 12, gradingTime: '2026-11-02T14:00:00+02:00', graderId: null }
    await deliveries.recordVerified(id, { shown: { status: 'ready', grade: 12, latePenalty: null }, standing })
    service.upstream.world.removeSubmission(submissionId)
    for (let reads = 0; reads < 2; reads += 1)
      await expect(service.get(`/submissions/${submissionId}`)).toBeProblem(404, 'not_found')
    expect(await service.read(`/deliveries/${id}`)).toMatchObject({ standing: 'changed', upstream: null })
    expect(
      service.logLines.filter((line) => line.includes('delivery_standing_changed') && line.includes(id)),
    ).toHaveLength(1)
    expect(await service.sql`SELECT standing, upstream_grade::float8 AS grade FROM delivery WHERE id = ${id}`).toEqual([
      { standing: 'ours', grade: 12 },
    ])
  })
})

describe('a submission that was gone', () => {
  it.for(['', '/content', '/archive'])(
    'waits again once somebody has read it (%s)',
    async (part, { service, projects }) => {
      const submissionId = await projects.registered()
      const restore = await projects.deletedForAWhile(submissionId)
      restore()
      expect(await projects.read(submissionId, undefined, part)).toBe(200)
      expect(await rowOf(service, submissionId)).toMatchObject({ state: 'waiting', gone: false })
    },
  )

  it('is shown as waiting by the reading that found it', async ({ service, projects }) => {
    const submissionId = await projects.registered()
    const restore = await projects.deletedForAWhile(submissionId)
    restore()
    expect(await service.read(`/submissions/${submissionId}`)).toMatchObject({ state: 'waiting', gone: false })
  })
})

describe('a submission that the platform does not show', () => {
  it('is asked for once more by another one of its exercise, until it is marked', async ({ service, projects }) => {
    const submissionId = await projects.registered()
    service.upstream.world.removeSubmission(submissionId)
    await projects.read(submissionId)
    expect(readings(service)).toBe(2)
    await projects.read(submissionId)
    expect(readings(service)).toBe(3)
  })

  it.for([
    ['nothing else either', '/api/v2/submissions/*', 404],
    ['an error instead of another one', '/api/v2/submissions/3130', 500],
    ['another one to others', '/api/v2/submissions/3130', 403],
  ] as const)('is not gone if it shows %s', async ([_what, path, status], { service, projects }) => {
    const submissionId = await projects.registered()
    service.upstream.faults.add({ path, action: { kind: 'status', status } })
    service.upstream.faults.add({
      path: `/api/v2/submissions/${submissionId}`,
      action: { kind: 'status', status: 404 },
    })
    expect(await projects.read(submissionId)).toBe(404)
    expect(await rowOf(service, submissionId)).toMatchObject({ state: 'waiting', gone: false })
  })

  it('ends the session if the platform refuses the token when it is asked for another one', async ({
    service,
    projects,
  }) => {
    const submissionId = await projects.registered()
    const session = await service.signIn(103)
    service.upstream.world.removeSubmission(submissionId)
    service.upstream.faults.add({ path: '/api/v2/submissions/3130', action: { kind: 'status', status: 401 } })
    expect(await projects.read(submissionId, session)).toBe(401)
    expect((await rowOf(service, submissionId))?.state).toBe('waiting')
  })

  it('is not gone if it is only forbidden', async ({ service, projects }) => {
    const submissionId = await projects.registered()
    service.upstream.faults.add({
      path: `/api/v2/submissions/${submissionId}`,
      action: { kind: 'status', status: 403 },
    })
    expect(await projects.read(submissionId)).toBe(403)
    expect([readings(service), (await rowOf(service, submissionId))?.state]).toEqual([1, 'waiting'])
  })

  it('is not gone because a student cannot read it', async ({ service, projects }) => {
    const submissionId = await projects.registered()
    const student = await service.signIn(studentOf(submissionId))
    service.upstream.world.removeSubmission(submissionId)
    service.upstream.journal.clear()
    expect(await projects.read(submissionId, student)).toBe(404)
    expect([readings(service), (await rowOf(service, submissionId))?.state]).toEqual([1, 'waiting'])
  })

  it('is never gone if it is a fixture', async ({ service, projects }) => {
    const submissionId = await projects.registered({ fixture: true })
    service.upstream.world.removeSubmission(submissionId)
    expect(await projects.read(submissionId)).toBe(404)
    expect([readings(service), (await rowOf(service, submissionId))?.state]).toEqual([1, 'waiting'])
  })
})

const readings = (service: TestService) => service.upstream.journal.count({ operation: 'readSubmission' })

async function queueOf(service: TestService): Promise<Queue> {
  const { items } = await service.read<{ items: Queue[] }>('/courses/11/grading/queues')
  const queue = items.find(({ exerciseId }) => exerciseId === 1104)
  if (queue === undefined) throw new Error('no queue')
  return queue
}

async function mine(service: TestService, session: string, submissionId: number): Promise<MyClaim | undefined> {
  const { items } = await service.read<{ items: MyClaim[] }>('/my/claims', session)
  return items.find((claim) => claim.submissionId === submissionId)
}

/** Completes a new assessment with 40 points. */
async function completed(service: TestService, { id }: Assessment, session: string): Promise<Assessment> {
  const scores = { points: { points: 40 } }
  const saved = await service.send('PATCH', `/assessments/${id}?base=1`, {
    session,
    body: { scores },
    headers: { 'Content-Type': 'application/merge-patch+json' },
  })
  if (!saved.ok) throw new Error(`saving: ${saved.status} ${await saved.text()}`)
  const reply = await service.send('POST', `/assessments/${id}/complete`, { session, ifMatch: '"2"' })
  if (!reply.ok) throw new Error(`completing: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as Assessment
}
