import type { Snapshot, SnapshotChanges } from '@course-grading/contracts/snapshots/snapshot'
import { statementsOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { it, type TestService } from '../service-test.fixture.ts'
import { forgetSnapshots } from './no-snapshot.fixture.ts'

it.beforeEach(({ service }) => forgetSnapshots(service))

describe('refreshCourseSnapshot', () => {
  it('replies with the changes since the last snapshot', async ({ service }) => {
    expect(await refresh(service)).toEqual({
      revision: 1,
      takenAt: expect.stringMatching(/Z$/),
      students: { added: 30, removed: 0 },
      taggings: { added: 66, removed: 0 },
      exercises: { added: 6, removed: 0, renamed: 0 },
      warnings: [],
    })
    const { world } = service.upstream
    world.removeRole(11, 230)
    world.exercise(1105).name = 'Renamed'
    expect(await refresh(service)).toMatchObject({
      revision: 2,
      students: { added: 0, removed: 1 },
      taggings: { added: 0, removed: 3 },
      exercises: { added: 0, removed: 0, renamed: 1 },
    })
    expect(await snapshot(service)).toMatchObject({ revision: 2 })
    world.setRole(11, 230, 'student')
  })

  it('succeeds without the submissions of an exercise, and reports that', async ({ service }) => {
    const { world } = service.upstream
    const { id } = world.addSubmission({ exerciseId: 1103, submitterIds: [229], answers: [['Grade', '20']] })
    expect(await refresh(service)).toMatchObject({
      revision: 1,
      warnings: [{ code: 'submissions_unavailable', exerciseId: 1103 }],
    })
    const lines = service.logLines
      .filter((line) => line.includes('"submissions not refreshed"'))
      .map((line): unknown => JSON.parse(line))
    expect(lines).toMatchObject([
      { courseId: 11, exerciseId: 1103, code: 'submissions_unavailable', requestId: expect.any(String) },
    ])
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    expect(metrics).toMatch(/^upstream_calls_total\{.*operation="listSubmissionHeads",outcome="unlistable".*\} 1$/m)
    world.removeSubmission(id)
  })

  it('reads a course of 1,200 students with 12 pages of students and five other calls', async ({ service }) => {
    const other = await service.signIn(104)
    service.upstream.journal.clear()
    expect(await refresh(service, other, 13)).toMatchObject({
      revision: 1,
      students: { added: 1_200, removed: 0 },
      exercises: { added: 1 },
    })
    expect(callsByOperation(service)).toEqual({
      listStudents: 12,
      readCourse: 1,
      listExercises: 1,
      listUserTags: 1,
      listSubmissionData: 1,
      readExercise: 1,
    })
    const calls = service.upstream.journal.find({ operation: 'listStudents' })
    // A tolerance is needed, since one of the clocks has whole milliseconds.
    const atOnce = calls.map(
      ({ receivedAtMs: at }) =>
        calls.filter((call) => call.receivedAtMs <= at && call.receivedAtMs + call.durationMs! > at + 1).length,
    )
    expect(Math.max(...atOnce)).toBeLessThanOrEqual(4)
  })

  it('makes as many statements for 1,200 students as for 30', async ({ service }) => {
    const other = await service.signIn(104)
    const countOf = (session?: string, courseId?: number) =>
      statementsOf(service, () => refresh(service, session, courseId))
    expect(await countOf(other, 13)).toBe(await countOf())
  })

  it.for([
    ['an assistant who has become a student since the last request', 102, becomeStudent],
    ['a teacher who has left', 101, leave],
  ] as const)('is forbidden to %s, and removes nobody', async ([_who, userId, loseRole], { service }) => {
    const held = () =>
      Promise.all(
        ['roster_student', 'snapshot_submission', 'snapshot_submitter', 'snapshot_exercise', 'course_snapshot'].map(
          (table) => service.database.query(`SELECT * FROM ${table} WHERE course_id = 11 ORDER BY 1, 2, 3`),
        ),
      )
    const session = await service.signIn(userId)
    expect(await refresh(service, session)).toMatchObject({ revision: 1, students: { added: 30, removed: 0 } })
    const before = await held()
    loseRole(service, userId)
    await expect(post(service, session)).toBeProblem(403, 'forbidden')
    expect(await held()).toEqual(before)
    // Now the session has the new role.
    const calls = service.upstream.journal.count()
    await expect(post(service, session)).toBeProblem(403, 'forbidden')
    expect(service.upstream.journal.count()).toBe(calls)
    service.upstream.world.setRole(11, userId, userId === 101 ? 'teacher' : 'assistant')
  })

  it('reads the role again after all other calls for an assistant, and for nobody else', async ({ service }) => {
    const assistant = await service.signIn(102)
    service.upstream.journal.clear()
    await refresh(service, assistant)
    expect(callsByOperation(service)).toEqual({
      readOwnUser: 1,
      readCourse: 1,
      listExercises: 1,
      listStudents: 1,
      listSubmissionData: 2,
      readExercise: 2,
    })
    expect(service.upstream.journal.entries.at(-1)?.operation).toBe('readOwnUser')
  })

  it('stops its calls when the caller leaves, and frees the lease for the next refresh', async ({ service }) => {
    service.upstream.faults.add({ path: '/api/v2/courses/11/students', action: { kind: 'never_answer' } })
    const leaving = new AbortController()
    const asking = service.send('POST', '/courses/11/snapshot/refresh', { signal: leaving.signal }).catch(() => 'left')
    await service.upstream.journal.waitFor({ operation: 'listStudents' }, 60_000)
    leaving.abort()
    expect(await asking).toBe('left')
    await service.upstream.journal.waitFor(
      (call) => call.operation === 'listStudents' && call.outcome === 'client_left',
      60_000,
    )
    service.upstream.faults.clear()
    expect(await refresh(service)).toMatchObject({ revision: 1 })
  })
})

const post = (service: TestService, session?: string, courseId = 11, through = service) =>
  through.send('POST', `/courses/${courseId}/snapshot/refresh`, { session })

const refresh = async (...where: Parameters<typeof post>) => {
  const reply = await post(...where)
  expect(reply.status).toBe(200)
  return (await reply.json()) as SnapshotChanges
}

const snapshot = (service: TestService, session?: string) => service.read<Snapshot>('/courses/11/snapshot', session)

const callsByOperation = (service: TestService) =>
  Object.fromEntries(
    Map.groupBy(service.upstream.journal.entries, ({ operation }) => operation ?? 'none')
      .entries()
      .map(([operation, calls]) => [operation, calls.length]),
  )

function becomeStudent(service: TestService, userId: number): void {
  service.upstream.world.setRole(11, userId, 'student')
}

function leave(service: TestService, userId: number): void {
  service.upstream.world.removeRole(11, userId)
}
