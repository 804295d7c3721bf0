import { findSnapshot } from '@course-grading/data/snapshots/find-snapshot'
import { describe, expect, it, onTestFinished } from 'vitest'
import { problemOf } from '../demo-world.fixture.ts'
import { assistant, useRefreshes } from './refreshes.fixture.ts'

const { world, refresh, rosterOf, served, callsOf, secondPool, failing } = useRefreshes()

describe('refreshCourseSnapshot', () => {
  it.each(['', '/exercises', '/usertags', '/students', '/submissiondata'])(
    'changes nothing if /courses/{id}%s fails, and the next refresh succeeds',
    async (path) => {
      await refresh()
      const before = await served()
      world.fake.world.removeRole(11, 201)
      world.fake.world.module(51).name = 'Changed'
      world.fake.world.removeSubmission(3002)
      failing(path)
      expect(await problemOf(refresh())).toEqual({ code: 'upstream_unavailable', issues: [] })
      expect(await served()).toEqual(before)
      world.fake.faults.clear()
      expect(await refresh()).toMatchObject({ revision: 2, students: { added: 0, removed: 1 } })
    },
  )

  describe("of a course in which a student has an answer with a column's name", () => {
    const warnings = [{ code: 'submissions_unavailable', exerciseId: 1103 }]
    const headsOf = (exerciseId: number) =>
      world.query(
        `SELECT submission_id FROM snapshot_submission WHERE course_id = 11 AND exercise_id = ${exerciseId} ORDER BY 1`,
      )
    const submit = async () => {
      const headers = { authorization: `Token ${world.fake.world.tokenOf(229)}` }
      const sent = await fetch(`${world.fake.url}/api/v2/exercises/1103/submissions/submit`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ Grade: '20' }),
      })
      return Number(sent.headers.get('location')?.split('/').at(-1))
    }

    it('keeps the submissions of that exercise, replaces all other data, and warns until the submission is deleted', async () => {
      expect(await refresh()).toMatchObject({ warnings: [] })
      const [essays, projects] = [await headsOf(1103), await headsOf(1104)]
      const spoilt = await submit()
      world.fake.world.removeRole(11, 201)
      world.fake.world.removeSubmission(3002)
      world.fake.world.removeSubmission(3102)
      expect(await refresh()).toMatchObject({ revision: 2, students: { added: 0, removed: 1 }, warnings })
      expect(await headsOf(1103)).toEqual(essays)
      expect(await headsOf(1104)).toHaveLength(projects.length - 1)
      world.fake.world.removeSubmission(spoilt)
      expect(await refresh()).toMatchObject({ revision: 3, warnings: [] })
      // All but 3002 and the two submissions of student 201, who has left the course.
      expect(await headsOf(1103)).toHaveLength(essays.length - 3)
    })

    it('makes a first snapshot without the submissions of that exercise', async () => {
      await submit()
      expect(await refresh()).toMatchObject({ revision: 1, students: { added: 30 }, warnings })
      expect([await headsOf(1103), (await headsOf(1104)).length]).toEqual([[], 20])
    })

    it('fails for all callers that waited for the reading', async () => {
      await submit()
      world.fake.faults.add({ path: '/api/v2/courses/11/students', action: { kind: 'delay', delayMs: 500 } })
      const other = await secondPool()
      const replies = await Promise.all([world.database, other].map((database) => refresh({ database })))
      expect(replies.map((changes) => changes.warnings)).toEqual([warnings, warnings])
    })
  })

  it('returns its result, or its error, if its lease cannot be released', async () => {
    onTestFinished(() => world.query('DROP FUNCTION IF EXISTS keep_lease CASCADE').then(() => {}))
    await world.query(`
      CREATE FUNCTION keep_lease() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE lock_not_available; END $$;
      CREATE TRIGGER keep_lease BEFORE UPDATE ON course_snapshot_refresh FOR EACH ROW WHEN (NEW.holder IS NULL) EXECUTE FUNCTION keep_lease()`)
    expect(await refresh()).toMatchObject({ revision: 1 })
    await world.query('DELETE FROM course_snapshot_refresh')
    failing('/students')
    expect(await problemOf(refresh())).toEqual({ code: 'upstream_unavailable', issues: [] })
  })

  it('releases its lease by a second attempt', async () => {
    onTestFinished(() =>
      world.query('DROP FUNCTION IF EXISTS keep_lease CASCADE; DROP SEQUENCE IF EXISTS tries_made').then(() => {}),
    )
    await world.query(`
      CREATE FUNCTION keep_lease() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        IF pg_sequence_last_value('tries_made') IS NULL THEN PERFORM nextval('tries_made'); RAISE lock_not_available; END IF;
        RETURN NEW; END $$;
      CREATE SEQUENCE tries_made;
      CREATE TRIGGER keep_lease BEFORE UPDATE ON course_snapshot_refresh FOR EACH ROW WHEN (NEW.holder IS NULL) EXECUTE FUNCTION keep_lease()`)
    expect(await refresh()).toMatchObject({ revision: 1 })
    expect(await refresh({ joinsReadingInProgress: false })).toMatchObject({ revision: 2 })
  })

  it('changes nothing if the last call, which confirms the role of an assistant, fails', async () => {
    await refresh()
    const before = await served()
    world.fake.world.removeRole(11, 201)
    for (const action of [
      { kind: 'status', status: 500 },
      { kind: 'reset_before_body' },
      { kind: 'status', status: 200, contentType: 'text/html', body: '<h1>' },
    ] as const) {
      world.fake.faults.add({ path: '/api/v2/users/me', action })
      expect(await problemOf(refresh(assistant))).toMatchObject({
        code: expect.stringMatching(/^upstream_(unavailable|malformed)$/),
      })
      expect(await served()).toEqual(before)
      world.fake.faults.clear()
    }
    expect(await refresh(assistant)).toMatchObject({ revision: 2, students: { added: 0, removed: 1 } })
  })

  it.each([{ kind: 'status', status: 503, retryAfterS: 1 }, { kind: 'half_answer' }] as const)(
    'changes nothing if the data of one of several exercises fails by %o',
    async (action) => {
      await refresh()
      const before = await served()
      world.fake.world.removeSubmission(3002)
      world.fake.faults.add({ path: '/api/v2/courses/11/submissiondata', after: 1, times: 1, action })
      expect(await problemOf(refresh())).toMatchObject({ code: 'upstream_unavailable' })
      expect(await served()).toEqual(before)
    },
  )

  it.each([
    ['a teacher', 'teacher', 101],
    ['an assistant', 'assistant', 102],
  ] as const)('writes nothing if the reader, %s, became a student meanwhile', async (_who, seenBy, userId) => {
    await refresh()
    const before = await served()
    const { world: upstream } = world.fake
    const studentIdsOf = upstream.studentIdsOf.bind(upstream)
    upstream.studentIdsOf = (courseId) => {
      upstream.setRole(11, userId, 'student')
      return studentIdsOf(courseId)
    }
    expect(await problemOf(refresh({ userId, seenBy }))).toEqual({ code: 'forbidden', issues: [] })
    expect(await served()).toEqual(before)
    upstream.setRole(11, userId, seenBy)
    upstream.studentIdsOf = studentIdsOf
    expect(await refresh({ userId, seenBy })).toMatchObject({ revision: 2, students: { added: 0, removed: 0 } })
  })

  it('keeps what only teachers see if an assistant refreshes', async () => {
    world.fake.world.exercises.set(1107, { ...world.fake.world.exercise(1105), id: 1107, moduleId: 56 })
    await refresh()
    const before = await served()
    expect(before.staff?.modules.map(({ id }) => id)).toEqual([51, 52, 56])
    expect(await refresh(assistant)).toMatchObject({ revision: 2, exercises: { added: 0, removed: 0, renamed: 0 } })
    const { staff, ...rest } = await served()
    expect({ ...staff, ...rest }).toEqual({
      ...before.staff,
      revision: 2,
      takenAt: staff?.takenAt,
      roster: before.roster,
      heads: before.heads,
    })
    expect(callsOf('listUserTags')).toBe(1)
    expect((await findSnapshot(world.database, 11, { staff: false }))?.modules.map(({ id }) => id)).toEqual([51, 52])
  })
})

describe('refreshCourseSnapshot while students come and go', () => {
  it('keeps a student who moved to a page that was already read, and removes students who left with the next steady roster', async () => {
    const { world: upstream } = world.fake
    await refresh({ courseId: 13, userId: 104 })
    // With every request for the list, its first student leaves, so that all others move up by one position.
    const studentIdsOf = upstream.studentIdsOf.bind(upstream)
    let leaves = true
    upstream.studentIdsOf = (courseId) => {
      const [first, ...others] = studentIdsOf(courseId)
      if (!leaves || courseId !== 13 || first === undefined) return studentIdsOf(courseId)
      upstream.removeRole(13, first)
      return others
    }
    expect(await refresh({ courseId: 13, userId: 104 })).toMatchObject({
      revision: 2,
      students: { added: 0, removed: 0 },
    })
    expect(await rosterOf(13)).toHaveLength(1_200)
    leaves = false
    const stay = upstream.studentIdsOf(13)
    expect(await refresh({ courseId: 13, userId: 104 })).toMatchObject({
      revision: 3,
      students: { added: 0, removed: 1_200 - stay.length },
    })
    expect(await rosterOf(13)).toEqual(stay)
  })
})
