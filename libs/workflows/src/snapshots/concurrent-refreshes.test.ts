import { describe, expect, it } from 'vitest'
import { problemOf } from '../demo-world.fixture.ts'
import { assistant, useRefreshes } from './refreshes.fixture.ts'

const { world, refresh, served, callsOf, secondPool } = useRefreshes()

describe('refreshCourseSnapshot by several at a time', () => {
  it('reads once for all who ask at once, and serves each of them', async () => {
    const other = await secondPool()
    world.fake.faults.add({ path: '/api/v2/courses/11/students', action: { kind: 'delay', delayMs: 2_000 } })
    const replies = await Promise.all(
      [world.database, other, world.database, other].map((database) => refresh({ database })),
    )
    expect(replies).toEqual(replies.map(() => replies[0]))
    expect(replies[0]).toMatchObject({ revision: 1 })
    expect(['readCourse', 'listExercises', 'listUserTags', 'listStudents', 'listSubmissionData'].map(callsOf)).toEqual([
      1, 1, 1, 1, 2,
    ])
  })

  it('reads once more for all who want what is there now, and came while an older reading was under way', async () => {
    const slow = world.fake.faults.add({
      path: '/api/v2/courses/11/students',
      action: { kind: 'delay', delayMs: 1_000 },
    })
    const first = refresh()
    await world.fake.journal.waitFor({ operation: 'readCourse' }, 60_000)
    const others = Promise.all([1, 2, 3].map(() => refresh({ takesReadingUnderWay: false })))
    expect(await first).toMatchObject({ revision: 1 })
    slow.remove()
    expect(await others).toMatchObject([{ revision: 2 }, { revision: 2 }, { revision: 2 }])
    expect(callsOf('readCourse')).toBe(2)
  })

  it('reads once more for teachers among assistants who all want what is there now', async () => {
    const slow = world.fake.faults.add({
      path: '/api/v2/courses/11/students',
      action: { kind: 'delay', delayMs: 1_000 },
    })
    const first = refresh(assistant)
    await world.fake.journal.waitFor({ operation: 'readCourse' }, 60_000)
    const [one, two, ...others] = [{}, {}, assistant, assistant].map((who) =>
      refresh({ ...who, takesReadingUnderWay: false }),
    )
    expect(await first).toMatchObject({ revision: 1 })
    slow.remove()
    expect(await one).toEqual(await two)
    for (const { revision } of await Promise.all(others)) expect(revision).toBeGreaterThanOrEqual(2)
    expect(callsOf('listUserTags')).toBe(1)
    expect(callsOf('readCourse')).toBeLessThanOrEqual(3)
  })

  it.each([
    ['a teacher', {}, 4, 1],
    ['an assistant', assistant, 3, 0],
    ['a teacher who wants any snapshot', { takesReadingUnderWay: true }, 3, 0],
  ])(
    "gives %s an assistant's reading after waiting, if nothing that was asked for is missing in it",
    async (_who, overrides, revision, tagReadings) => {
      await refresh(assistant)
      await world.query(`INSERT INTO course_snapshot_refresh (course_id, holder, leased_at, leased_until)
      VALUES (11, gen_random_uuid(), now(), now() + interval '1 minute')
      ON CONFLICT (course_id) DO UPDATE SET holder = EXCLUDED.holder, leased_at = EXCLUDED.leased_at, leased_until = EXCLUDED.leased_until`)
      const asked = new Set<string>()
      const database = await secondPool((name) => void asked.add(name))
      const waiting = refresh({ takesReadingUnderWay: false, ...overrides, database })
      await expect.poll(() => asked.has('takeRefreshLease'), { timeout: 60_000 }).toBe(true)
      // As two assistants leave it, one of whom began after this one had asked.
      await world.query('UPDATE course_snapshot SET revision = 3 WHERE course_id = 11')
      await world.query(
        'UPDATE course_snapshot_refresh SET holder = NULL, leased_at = NULL, leased_until = NULL WHERE course_id = 11',
      )
      expect(await waiting).toMatchObject({ revision })
      expect(callsOf('listUserTags')).toBe(tagReadings)
    },
  )

  it('is done by one who waited when the one under way fails', async () => {
    world.fake.faults.add({ path: '/api/v2/courses/11/students', times: 1, action: { kind: 'delay', delayMs: 500 } })
    world.fake.faults.add({ path: '/api/v2/courses/11/submissiondata', times: 1, action: { kind: 'half_answer' } })
    const first = problemOf(refresh())
    await world.fake.journal.waitFor({ operation: 'listStudents' }, 60_000)
    const second = refresh({ database: await secondPool() })
    expect(await first).toMatchObject({ code: 'upstream_unavailable' })
    expect(await second).toMatchObject({ revision: 1, students: { added: 30 } })
    expect(callsOf('listStudents')).toBe(2)
  })

  it('ends with its time, whatever does not reply, and frees the next one', async () => {
    const silence = world.fake.faults.add({ path: '/api/v2/courses/11/students', action: { kind: 'never_answer' } })
    expect(await problemOf(refresh({ signal: AbortSignal.timeout(300) }))).toMatchObject({
      code: 'upstream_unavailable',
    })
    silence.remove()
    expect(await refresh()).toMatchObject({ revision: 1 })
  })

  it('waits for another one no longer than its time, and calls nobody meanwhile', async () => {
    await world.query(`INSERT INTO course_snapshot_refresh (course_id, holder, leased_at, leased_until)
      VALUES (11, gen_random_uuid(), now(), now() + interval '1 minute')`)
    expect(await problemOf(refresh({ signal: AbortSignal.timeout(300) }))).toEqual({
      code: 'upstream_unavailable',
      issues: [],
    })
    expect(world.fake.journal.entries).toEqual([])
  })

  it('leaves to others what is left of a lease that ran out while it was reading', async () => {
    world.fake.faults.add({ path: '/api/v2/courses/11/students', times: 1, action: { kind: 'delay', delayMs: 2_000 } })
    const late = problemOf(refresh())
    await world.fake.journal.waitFor({ operation: 'listStudents' }, 60_000)
    await world.query('UPDATE course_snapshot_refresh SET leased_until = now() WHERE course_id = 11')
    expect(await refresh({ database: await secondPool() })).toMatchObject({ revision: 1 })
    expect(await late).toMatchObject({ code: 'upstream_unavailable' })
    expect((await served()).staff?.revision).toBe(1)
  })
})
