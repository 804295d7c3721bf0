import { describe, expect, it } from 'vitest'
import { problemOf } from '../demo-world.fixture.ts'
import { assistant, useRefreshes } from './refreshes.fixture.ts'

const { world, refresh, served, callsOf, secondPool } = useRefreshes()

describe('refreshCourseSnapshot, several calls at the same time', () => {
  it('reads the course once for calls at the same time, and returns the result to each', async () => {
    const letGo = world.fake.faults.hold({ path: '/api/v2/courses/11/students' })
    const begun = await begin({}, {}, {}, {})
    letGo()
    const replies = await Promise.all(begun)
    expect(replies).toEqual(replies.map(() => replies[0]))
    expect(replies[0]).toMatchObject({ revision: 1 })
    expect(['readCourse', 'listExercises', 'listUserTags', 'listStudents', 'listSubmissionData'].map(callsOf)).toEqual([
      1, 1, 1, 1, 2,
    ])
  })

  it('reads the course once more for callers that need the present state and came while an older reading was under way', async () => {
    const letGo = world.fake.faults.hold({ path: '/api/v2/courses/11/students', times: 1 })
    const first = refresh()
    await world.fake.journal.waitFor({ operation: 'readCourse' }, 60_000)
    const late = { joinsReadingInProgress: false }
    const others = await begin(late, late, late)
    letGo()
    expect(await first).toMatchObject({ revision: 1 })
    expect(await Promise.all(others)).toMatchObject([{ revision: 2 }, { revision: 2 }, { revision: 2 }])
    expect(callsOf('readCourse')).toBe(2)
  })

  it('reads the course once more for teachers among assistants who all need the present state', async () => {
    const letGo = world.fake.faults.hold({ path: '/api/v2/courses/11/students', times: 1 })
    const first = refresh(assistant)
    await world.fake.journal.waitFor({ operation: 'readCourse' }, 60_000)
    const [one, two, ...others] = await begin(
      ...[{}, {}, assistant, assistant].map((who) => ({ ...who, joinsReadingInProgress: false })),
    )
    letGo()
    expect(await first).toMatchObject({ revision: 1 })
    expect(await one).toEqual(await two)
    for (const { revision } of await Promise.all(others)) expect(revision).toBeGreaterThanOrEqual(2)
    expect(callsOf('listUserTags')).toBe(1)
    expect(callsOf('readCourse')).toBeLessThanOrEqual(3)
  })

  it.each([
    ['a teacher', {}, 4, 1],
    ['an assistant', assistant, 3, 0],
    ['a teacher who needs any snapshot', { joinsReadingInProgress: true }, 3, 0],
  ])(
    "returns an assistant's reading to %s who waited, if it has all that the caller needs",
    async (_who, overrides, revision, tagReadings) => {
      await refresh(assistant)
      await world.query(`INSERT INTO course_snapshot_refresh (course_id, holder, leased_at, leased_until)
      VALUES (11, gen_random_uuid(), now(), now() + interval '1 minute')
      ON CONFLICT (course_id) DO UPDATE SET holder = EXCLUDED.holder, leased_at = EXCLUDED.leased_at, leased_until = EXCLUDED.leased_until`)
      const asked = new Set<string>()
      const database = await secondPool((name) => void asked.add(name))
      const waiting = refresh({ joinsReadingInProgress: false, ...overrides, database })
      await expect.poll(() => asked.has('takeRefreshLease'), { timeout: 60_000 }).toBe(true)
      // The state after two refreshes by assistants, one of which began after this request.
      await world.query('UPDATE course_snapshot SET revision = 3 WHERE course_id = 11')
      await world.query(
        'UPDATE course_snapshot_refresh SET holder = NULL, leased_at = NULL, leased_until = NULL WHERE course_id = 11',
      )
      expect(await waiting).toMatchObject({ revision })
      expect(callsOf('listUserTags')).toBe(tagReadings)
    },
  )

  it('is done by a waiting caller if the refresh under way fails', async () => {
    const letGo = world.fake.faults.hold({ path: '/api/v2/courses/11/exercises', times: 1 })
    world.fake.faults.add({ path: '/api/v2/courses/11/submissiondata', times: 1, action: { kind: 'half_answer' } })
    const first = problemOf(refresh())
    await world.fake.journal.waitFor({ operation: 'listExercises' }, 60_000)
    const [second] = await begin({})
    letGo()
    expect(await first).toMatchObject({ code: 'upstream_unavailable' })
    expect(await second).toMatchObject({ revision: 1, students: { added: 30 } })
    expect(callsOf('listStudents')).toBe(1)
  })

  it('ends at its time limit if a call does not reply, and frees the lease for the next refresh', async () => {
    const silence = world.fake.faults.add({ path: '/api/v2/courses/11/students', action: { kind: 'never_answer' } })
    expect(await problemOf(refresh({ signal: AbortSignal.timeout(300) }))).toMatchObject({
      code: 'upstream_unavailable',
    })
    silence.remove()
    expect(await refresh()).toMatchObject({ revision: 1 })
  })

  it('waits for another refresh no longer than its time limit, without a call to the platform', async () => {
    await world.query(`INSERT INTO course_snapshot_refresh (course_id, holder, leased_at, leased_until)
      VALUES (11, gen_random_uuid(), now(), now() + interval '1 minute')`)
    expect(await problemOf(refresh({ signal: AbortSignal.timeout(300) }))).toEqual({
      code: 'upstream_unavailable',
      issues: [],
    })
    expect(world.fake.journal.entries).toEqual([])
  })

  it('writes nothing if its lease expired during the reading', async () => {
    const letGo = world.fake.faults.hold({ path: '/api/v2/courses/11/students', times: 1 })
    const late = problemOf(refresh())
    await world.fake.journal.waitFor({ operation: 'listStudents' }, 60_000)
    await world.query('UPDATE course_snapshot_refresh SET leased_until = now() WHERE course_id = 11')
    expect(await refresh({ database: await secondPool() })).toMatchObject({ revision: 1 })
    letGo()
    expect(await late).toMatchObject({ code: 'upstream_unavailable' })
    expect((await served()).staff?.revision).toBe(1)
  })
})

/** Begins refreshes in a replica each, and waits until each has asked for the lease. */
async function begin(...each: Parameters<typeof refresh>[0][]) {
  const asked = each.map(() => new Set<string>())
  const pools = await Promise.all(asked.map((names) => secondPool((name) => void names.add(name))))
  const begun = pools.map((database, at) => refresh({ ...each[at], database }))
  await expect.poll(() => asked.every((names) => names.has('takeRefreshLease'))).toBe(true)
  return begun
}
