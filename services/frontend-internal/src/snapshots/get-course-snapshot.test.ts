import type { Snapshot } from '@course-grading/contracts/snapshots/snapshot'
import { demoCourses } from '@course-grading/test-kit'
import { describe, expect, vi, onTestFinished } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import { it as base, startReplica, type TestService } from '../service-test.fixture.ts'
import { forgetSnapshots } from './no-snapshot.fixture.ts'

/** `fresh` has not read anything in the background yet. */
const it = base.extend('fresh', async ({ service }, { onCleanup }) => {
  const replica = await startReplica(service)
  onCleanup(replica.stop)
  return replica
})
it.beforeEach(({ service }) => forgetSnapshots(service))

describe('getCourseSnapshot', () => {
  it('makes staff wait for the first snapshot', async ({ service, teacher }) => {
    const snapshot = await read(service, teacher)
    expect(idsOf(snapshot)).toEqual([[51, 1101, 1102, 1103], [52, 1104, 1105, 1106], [56]])
    expect(snapshot).toMatchObject({
      revision: 1,
      takenAt: expect.stringMatching(/Z$/),
      tags: demoCourses.programming1.tags,
    })
    expect(snapshot.modules[0]).toEqual({
      id: 51,
      name: '1. |en:Basics|fi:Perusteet|',
      open: true,
      exercises: [
        { exerciseId: 1101, name: expect.any(String), maxPoints: 10, manual: false },
        { exerciseId: 1102, name: expect.any(String), maxPoints: 5, manual: false },
        { exerciseId: 1103, name: expect.any(String), maxPoints: 20, manual: true },
      ],
    })
    expect(readings(service)).toBe(1)
  })

  it('shows students no snapshot until staff have read one, then what they may see', async ({ service, teacher }) => {
    const student = await service.signIn(201)
    await expect(get(service, student)).toBeProblem(404, 'not_found')
    await read(service, teacher)
    const shown = await read(service, student)
    expect(idsOf(shown).map(([id]) => id)).toEqual([51, 52])
    expect(shown).not.toHaveProperty('tags')
  })

  it('is forbidden to students while the platform hides the course', async ({ service, teacher }) => {
    const student = await service.signIn(201)
    const course = service.upstream.world.course(11)
    onTestFinished(() => void (course.visibleToStudents = true))
    course.visibleToStudents = false
    await read(service, teacher)
    await expect(get(service, student)).toBeProblem(403, 'forbidden')
  })

  it('replies 304 to staff who have the revision', async ({ service, teacher }) => {
    await read(service, teacher)
    const known = await get(service, teacher, { 'If-None-Match': '"1"' })
    await expect(known).toBeRevision(304, 1)
    expect(await known.text()).toBe('')
    await expect(get(service, teacher, { 'If-None-Match': '"2"' })).toBeReply(200)
  })

  it('is always sent whole to students, since a tag of staff belongs to another body', async ({ service, teacher }) => {
    const student = await service.signIn(201)
    const ofStaff = await get(service, teacher)
    const tag = ofStaff.headers.get('etag') ?? ''
    const body = await read(service, student)
    expect(await ofStaff.json()).not.toEqual(body)
    for (const known of [tag, `W/${tag}`, '*']) {
      const reply = await get(service, student, { 'If-None-Match': known })
      expect(reply.status).toBe(200)
      expect(reply.headers.get('etag')).toEqual(tag)
      expect(await reply.json()).toEqual(body)
    }
  })

  it('replies to staff with a snapshot of 15 minutes ago, and reads the course again', async ({ service, teacher }) => {
    await read(service, teacher)
    await age(service, '16 minutes')
    const module = service.upstream.world.module(51)
    const { name } = module
    onTestFinished(() => void (module.name = name))
    module.name = 'Changed'
    expect(await read(service, teacher)).toMatchObject({
      revision: 1,
      modules: [{ name: '1. |en:Basics|fi:Perusteet|' }, {}, {}],
    })
    expect(await afterReading(service, teacher)).toMatchObject({
      revision: 2,
      modules: [{ name: '1. Changed' }, {}, {}],
    })
    expect(readings(service)).toBe(2)
  })

  it('reads the course again once for many requests, and replies to all of them', async ({ service, teacher }) => {
    await read(service, teacher)
    await age(service, '16 minutes')
    service.upstream.faults.add({ path: '/api/v2/courses/11/students', action: { kind: 'delay', delayMs: 300 } })
    await Promise.all(Array.from({ length: 10 }, () => read(service, teacher)))
    expect(await afterReading(service, teacher)).toMatchObject({ revision: 2 })
    expect(readings(service)).toBe(2)
  })

  it('reads the first snapshot once for staff who wait for it together', async ({ service, teacher }) => {
    service.upstream.faults.add({ path: '/api/v2/courses/11/students', action: { kind: 'delay', delayMs: 1000 } })
    const shown = await Promise.all([1, 2, 3].map(() => read(service, teacher)))
    expect(shown.map(({ revision }) => revision)).toEqual([1, 1, 1])
    expect(readings(service)).toBe(1)
  })

  it('reads the course again once for two replicas', async ({ service, fresh, teacher }) => {
    await read(service, teacher)
    await age(service, '16 minutes')
    service.upstream.faults.add({ path: '/api/v2/courses/11/students', action: { kind: 'delay', delayMs: 2000 } })
    await Promise.all([read(service, teacher), read(fresh, teacher)])
    await expect.poll(() => [backgroundLines(service).length, backgroundLines(fresh).length]).toEqual([1, 1])
    expect(readings(service)).toBe(2)
  })

  it('reads the course again neither for students nor before a quarter of an hour', async ({
    fresh: service,
    teacher,
  }) => {
    const student = await service.signIn(201)
    await read(service, teacher)
    await age(service, '14 minutes')
    await read(service, teacher)
    await age(service, '10 minutes')
    await read(service, student)
    await service.deps.backgroundRefreshes.close()
    expect(backgroundLines(service)).toEqual([])
    expect(readings(service)).toBe(1)
  })

  it('ends a background reading when the process ends, and leaves no lease', async ({ fresh: service, teacher }) => {
    await read(service, teacher)
    await age(service, '1 day')
    service.upstream.faults.add({ path: '/api/v2/courses/11/students', action: { kind: 'never_answer' } })
    const calls = service.upstream.journal.count({ operation: 'listStudents' })
    await read(service, teacher)
    await service.upstream.journal.waitForCount({ operation: 'listStudents' }, calls + 1, 60_000)
    await service.deps.backgroundRefreshes.close()
    expect(backgroundLines(service)).toMatchObject([{ message: 'snapshot not refreshed' }])
    expect(await service.sql`SELECT holder FROM course_snapshot_refresh WHERE course_id = 11`).toEqual([
      { holder: null },
    ])
  })

  it('replies with the old snapshot while the platform fails, and logs that', async ({ fresh: service, teacher }) => {
    await read(service, teacher)
    await age(service, '1 day')
    service.upstream.faults.add({ path: '/api/v2/courses/11/students', action: { kind: 'status', status: 500 } })
    expect(await read(service, teacher)).toMatchObject({ revision: 1 })
    await expect
      .poll(() => backgroundLines(service))
      .toMatchObject([{ message: 'snapshot not refreshed', courseId: 11, code: 'upstream_unavailable' }])
    expect(await read(service, teacher)).toMatchObject({ revision: 1 })
  })

  it('replies with a problem if the first snapshot fails', async ({ service, teacher }) => {
    service.upstream.faults.add({ path: '/api/v2/courses/11/exercises', action: { kind: 'status', status: 500 } })
    await expect(get(service, teacher)).toBeProblem(502, 'upstream_unavailable')
  })

  // This comes last, since the others need the token.
  it('ends the session when its token is refused in the background', async ({ fresh: service, teacher }) => {
    await read(service, teacher)
    await age(service, '1 day')
    service.upstream.world.revokeToken(101)
    expect(await read(service, teacher)).toMatchObject({ revision: 1 })
    await expect.poll(async () => problemOf(await get(service, teacher))).toEqual([401, 'invalid_session'])
    expect(backgroundLines(service)[0]).toMatchObject({ message: 'snapshot not refreshed', code: 'upstream_refused' })
  })
})

const idsOf = ({ modules }: Snapshot) =>
  modules.map(({ id, exercises }) => [id, ...exercises.map(({ exerciseId }) => exerciseId)])

const get = (service: TestService, session: string, headers: Record<string, string> = {}) =>
  service.request('GET', '/courses/11/snapshot', { session, headers })

const read = async (service: TestService, session: string) => {
  const reply = await get(service, session)
  expect(reply.status).toBe(200)
  const snapshot = (await reply.json()) as Snapshot
  expect(reply.headers.get('etag')).toBe(`"${snapshot.revision}"`)
  return snapshot
}

/** Moves the time of the snapshot into the past. */
const age = (service: TestService, interval: string) =>
  service.sql`UPDATE course_snapshot SET taken_at = taken_at - ${interval}::interval WHERE course_id = 11`

const readings = (service: TestService) => service.upstream.journal.count({ operation: 'listExercises' })

/** The log line at the end of a reading in the background, however it ended. */
const backgroundLines = (service: TestService): unknown[] =>
  service.logLines.filter((line) => /"snapshot (not )?refreshed"/.test(line)).map((line) => JSON.parse(line))

/** The snapshot after a reading in the background. A request before its end could begin another one. */
async function afterReading(service: TestService, teacher: string): Promise<Snapshot> {
  await vi.waitFor(() => expect(backgroundLines(service)).toHaveLength(1), { timeout: 30_000 })
  return await read(service, teacher)
}
