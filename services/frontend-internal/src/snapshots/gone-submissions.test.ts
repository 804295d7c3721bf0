import type { SnapshotChanges } from '@course-grading/contracts/snapshots/snapshot'
import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import { describe, expect } from 'vitest'
import { registerSubmission } from '../assessments/assessments.fixture.ts'
import { itOn, type TestService } from '../service-test.fixture.ts'
import { startWithProjects, studentOf } from '../submissions/gone-submission.fixture.ts'

const it = itOn(startWithProjects).extend(
  'projects',
  { scope: 'file' },
  ({ service }) => new Map(service.upstream.world.submissions),
)
it.beforeEach(({ service, projects }) => startAgain(service, projects))

describe('a refresh whose list lacks a registered submission', () => {
  it('marks each as gone, asking for it once', async ({ service }) => {
    const ids = await registered(service, 2)
    remove(service, ids)
    service.upstream.journal.clear()
    expect(await refresh(service)).toMatchObject({ warnings: [] })
    expect(readings(service)).toBe(2)
    expect(await goneIn(service)).toEqual(ids)
    await refresh(service)
    expect(readings(service)).toBe(2)
  })

  it('asks for none of 51 and marks none, but says so, also to whoever waits for it', async ({ service }) => {
    remove(service, await registered(service, 51))
    service.upstream.journal.clear()
    const warnings = [{ code: 'submissions_missing', exerciseId: 1104 }]
    expect((await refresh(service)).warnings).toEqual(warnings)
    expect([readings(service), await goneIn(service)]).toEqual([0, []])
    expect(
      await service.sql`SELECT changes -> 'warnings' AS warnings FROM course_snapshot WHERE course_id = 11`,
    ).toEqual([{ warnings }])
  })

  it.for([200, 403, 500])('does not mark it if the platform answers %i for it', async (status, { service }) => {
    const [id = 0] = await registered(service, 1)
    if (status === 200) hideFromList(service, id)
    else {
      remove(service, [id])
      service.upstream.faults.add({ path: `/api/v2/submissions/${id}`, action: { kind: 'status', status } })
    }
    expect(await refresh(service)).toMatchObject({ warnings: [] })
    expect([readings(service), await goneIn(service)]).toEqual([1, []])
  })

  it.for([
    ['a fixture', { fixture: true }],
    ['of somebody who is on no roster', { submitterIds: [999] }],
  ] as const)('does not ask for %s', async ([_what, change], { service }) => {
    remove(service, await registered(service, 1, change))
    service.upstream.journal.clear()
    await refresh(service)
    expect([readings(service), await goneIn(service)]).toEqual([0, []])
  })

  it('does not ask for what was registered while it read', async ({ service }) => {
    const letGo = service.upstream.faults.hold({ path: '/api/v2/courses/11/students', times: 1 })
    service.upstream.world.removeSubmission(3101)
    service.upstream.journal.clear()
    const refreshed = refresh(service)
    await service.upstream.journal.waitFor({ operation: 'readCourse' }, 60_000)
    await registered(service, 1)
    letGo()
    await refreshed
    expect([readings(service), await goneIn(service)]).toEqual([0, []])
  })

  it('ends the session if the platform refuses the token', async ({ service }) => {
    const [id = 0] = await registered(service, 1)
    remove(service, [id])
    service.upstream.faults.add({ path: `/api/v2/submissions/${id}`, action: { kind: 'status', status: 401 } })
    const session = await service.signIn(101)
    const reply = await service.send('POST', '/courses/11/snapshot/refresh', { session })
    await expect(reply).toBeProblem(401, 'invalid_upstream_token')
  })
})

describe('a refresh whose list has a submission that was gone', () => {
  it('takes the mark off, and it waits again', async ({ service }) => {
    const [id = 0] = await registered(service, 1)
    const submission = service.upstream.world.submission(id)
    remove(service, [id])
    await refresh(service)
    expect(await goneIn(service)).toEqual([id])
    service.upstream.world.addSubmission(submission)
    await refresh(service)
    expect(await goneIn(service)).toEqual([])
    expect(await service.read('/courses/11/submissions?exerciseId=1104&state=waiting')).toMatchObject({
      items: [{ submissionId: id, gone: false, upstream: { status: 'waiting' } }],
    })
  })

  it('keeps the mark while the exercise cannot be listed, although the snapshot has the submission', async ({
    service,
  }) => {
    const [id = 0] = await registered(service, 2)
    remove(service, [id])
    await expect(service.get(`/submissions/${id}`)).toBeProblem(404, 'not_found')
    service.upstream.faults.add({ path: '/api/v2/courses/11/submissiondata', action: { kind: 'status', status: 500 } })
    await refresh(service)
    expect(await goneIn(service)).toEqual([id])
  })

  it('does not believe a list that was read before the mark', async ({ service }) => {
    const [id = 0] = await registered(service, 2)
    const letGo = service.upstream.faults.hold({ path: '/api/v2/courses/11/usertags', times: 1 })
    service.upstream.journal.clear()
    const refreshed = refresh(service)
    await service.upstream.journal.waitForCount({ operation: 'listSubmissionData' }, 2, 60_000)
    await service.upstream.journal.waitFor({ operation: 'listUserTags' }, 60_000)
    remove(service, [id])
    await expect(service.get(`/submissions/${id}`)).toBeProblem(404, 'not_found')
    letGo()
    await refreshed
    expect(await goneIn(service)).toEqual([id])
  })
})

/** Nothing is registered, and the platform works and has what it had at first. */
async function startAgain(service: TestService, projects: TestService['upstream']['world']['submissions']) {
  const { faults, journal, world } = service.upstream
  faults.clear()
  world.submissions.clear()
  world.submissionsOf.clear()
  for (const project of projects.values()) world.addSubmission(project)
  await service.sql`DELETE FROM submission`
  await refresh(service)
  journal.clear()
}

/** Registers the first projects, with more of the same students if there are not enough. */
async function registered(
  service: TestService,
  count: number,
  change: { readonly fixture?: boolean; readonly submitterIds?: readonly number[] } = {},
): Promise<number[]> {
  const { world } = service.upstream
  const ids = Array.from({ length: count }, (_, index) => 3101 + index)
  for (const [index, submissionId] of ids.entries()) {
    const submitterIds = change.submitterIds ?? [studentOf(3101 + (index % 30))]
    if (!world.submissions.has(submissionId) && submissionId > 3130)
      world.addSubmission({ id: submissionId, exerciseId: 1104, submitterIds: [...submitterIds] })
    await registerSubmission(service, { maxPoints: 100, exerciseId: 1104, ...change, submissionId, submitterIds })
  }
  return ids
}

function remove({ upstream }: TestService, ids: readonly number[]): void {
  for (const id of ids) upstream.world.removeSubmission(id)
}

/** The list lacks it, and its detail is there. */
function hideFromList({ upstream }: TestService, submissionId: number): void {
  const submission = upstream.world.submission(submissionId)
  upstream.world.submissions.set(submissionId, { ...submission, submitterIds: [] })
}

async function refresh(service: TestService): Promise<SnapshotChanges> {
  const reply = await service.send('POST', '/courses/11/snapshot/refresh')
  if (!reply.ok) throw new Error(`refreshing: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as SnapshotChanges
}

const readings = ({ upstream }: TestService) => upstream.journal.count({ operation: 'readSubmission' })

async function goneIn(service: TestService): Promise<number[]> {
  const { items } = await service.read<{ items: SubmissionRow[] }>(
    '/courses/11/submissions?exerciseId=1104&state=gone&limit=200',
  )
  return items.map(({ submissionId }) => submissionId).toSorted((one, other) => one - other)
}
