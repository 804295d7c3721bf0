import type { Snapshot } from '@course-grading/contracts/snapshots/snapshot'
import { demoCourses } from '@course-grading/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownerQuery } from '../owner-query.fixture.ts'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let teacher: string
beforeEach(async () => {
  service = await startTestService()
  teacher = await service.signIn(101)
  service.upstream.journal.clear()
})
afterEach(() => service.stop())

const get = (session: string, headers: Record<string, string> = {}) =>
  service.request('GET', '/courses/11/snapshot', { session, headers })
const read = async (session: string) => {
  const reply = await get(session)
  expect(reply.status).toBe(200)
  const snapshot = (await reply.json()) as Snapshot
  expect(reply.headers.get('etag')).toBe(`"${snapshot.revision}"`)
  return snapshot
}
const idsOf = ({ modules }: Snapshot) =>
  modules.map(({ id, exercises }) => [id, ...exercises.map(({ exerciseId }) => exerciseId)])
/** Moves the time of the snapshot into the past. */
const age = (interval: string) =>
  ownerQuery(service, 'UPDATE course_snapshot SET taken_at = taken_at - $1::interval WHERE course_id = 11', [interval])
const readings = () => service.upstream.journal.count({ operation: 'listExercises' })

/** The log line at the end of a reading in the background, however it ended. */
const backgroundLines = (): unknown[] =>
  service.logLines.filter((line) => /"snapshot (not )?refreshed"/.test(line)).map((line) => JSON.parse(line))

/** Requests the snapshot until it has this revision, which a refresh in the background writes. */
async function reaches(revision: number): Promise<Snapshot> {
  await expect.poll(() => read(teacher)).toMatchObject({ revision })
  return await read(teacher)
}

describe('getCourseSnapshot', () => {
  it('makes staff wait for the first snapshot', async () => {
    const snapshot = await read(teacher)
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
    expect(readings()).toBe(1)
  })

  it('shows students no snapshot until staff have read one, and then what they may see', async () => {
    const student = await service.signIn(201)
    expect(await problemOf(await get(student))).toEqual([404, 'not_found'])
    await read(teacher)
    const shown = await read(student)
    expect(idsOf(shown).map(([id]) => id)).toEqual([51, 52])
    expect(shown).not.toHaveProperty('tags')
  })

  it('is forbidden to students while the learning platform hides the course from them', async () => {
    const student = await service.signIn(201)
    service.upstream.world.course(11).visibleToStudents = false
    await read(teacher)
    expect(await problemOf(await get(student))).toEqual([403, 'forbidden'])
  })

  it('is shown to assistants who grade nothing, and to nobody outside the course', async () => {
    service.upstream.world.setRole(11, 105, 'assistant')
    expect((await read(await service.signIn(105))).tags).toHaveLength(3)
    expect(await problemOf(await get(await service.signIn(104)))).toEqual([403, 'forbidden'])
  })

  it('replies 304 to staff who have the revision', async () => {
    await read(teacher)
    const known = await get(teacher, { 'If-None-Match': '"1"' })
    expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, '"1"', ''])
    expect((await get(teacher, { 'If-None-Match': '"2"' })).status).toBe(200)
  })

  it('is always sent whole to students, since a tag of staff belongs to another body', async () => {
    const student = await service.signIn(201)
    const ofStaff = await get(teacher)
    const tag = ofStaff.headers.get('etag') ?? ''
    const body = await read(student)
    expect(await ofStaff.json()).not.toEqual(body)
    for (const known of [tag, `W/${tag}`, '*']) {
      const reply = await get(student, { 'If-None-Match': known })
      expect([reply.status, reply.headers.get('etag'), await reply.json()]).toEqual([200, tag, body])
    }
  })

  it('replies to staff with the old snapshot after a quarter of an hour, and reads the course again in the background', async () => {
    await read(teacher)
    await age('16 minutes')
    service.upstream.world.module(51).name = 'Changed'
    expect(await read(teacher)).toMatchObject({
      revision: 1,
      modules: [{ name: '1. |en:Basics|fi:Perusteet|' }, {}, {}],
    })
    expect(await reaches(2)).toMatchObject({ revision: 2, modules: [{ name: '1. Changed' }, {}, {}] })
    expect(readings()).toBe(2)
  })

  it('reads the course again once for many requests, and replies to all of them', async () => {
    await read(teacher)
    await age('16 minutes')
    service.upstream.faults.add({ path: '/api/v2/courses/11/students', action: { kind: 'delay', delayMs: 300 } })
    await Promise.all(Array.from({ length: 10 }, () => read(teacher)))
    await reaches(2)
    expect(readings()).toBe(2)
  })

  it('reads the course again neither for students nor before a quarter of an hour', async () => {
    const student = await service.signIn(201)
    await read(teacher)
    await age('14 minutes')
    await read(teacher)
    await age('10 minutes')
    await read(student)
    await service.deps.backgroundRefreshes.close()
    expect(backgroundLines()).toEqual([])
    expect(readings()).toBe(1)
  })

  it('ends a reading in the background when the process ends, and leaves no lease behind', async () => {
    await read(teacher)
    await age('1 day')
    service.upstream.faults.add({ path: '/api/v2/courses/11/students', action: { kind: 'never_answer' } })
    const calls = service.upstream.journal.count({ operation: 'listStudents' })
    await read(teacher)
    await service.upstream.journal.waitForCount({ operation: 'listStudents' }, calls + 1, 60_000)
    await service.deps.backgroundRefreshes.close()
    expect(backgroundLines()).toMatchObject([{ message: 'snapshot not refreshed' }])
    expect(await ownerQuery(service, 'SELECT holder FROM course_snapshot_refresh WHERE course_id = 11')).toEqual([
      { holder: null },
    ])
  })

  it('still replies with the old snapshot while the learning platform fails, and logs the failure', async () => {
    await read(teacher)
    await age('1 day')
    service.upstream.faults.add({ path: '/api/v2/courses/11/students', action: { kind: 'status', status: 500 } })
    expect(await read(teacher)).toMatchObject({ revision: 1 })
    await expect
      .poll(backgroundLines)
      .toMatchObject([{ message: 'snapshot not refreshed', courseId: 11, code: 'upstream_unavailable' }])
    expect(await read(teacher)).toMatchObject({ revision: 1 })
  })

  it('ends the session when the learning platform refuses its token during a refresh in the background', async () => {
    await read(teacher)
    await age('1 day')
    service.upstream.world.revokeToken(101)
    expect(await read(teacher)).toMatchObject({ revision: 1 })
    await expect.poll(async () => problemOf(await get(teacher))).toEqual([401, 'invalid_session'])
    expect(backgroundLines()[0]).toMatchObject({ message: 'snapshot not refreshed', code: 'upstream_refused' })
  })

  it('replies with a problem to staff who wait for the first snapshot if the learning platform fails', async () => {
    service.upstream.faults.add({ path: '/api/v2/courses/11/exercises', action: { kind: 'status', status: 500 } })
    expect(await problemOf(await get(teacher))).toEqual([502, 'upstream_unavailable'])
  })
})
