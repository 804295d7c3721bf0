import type { SubmissionHead } from '@course-grading/domain/snapshots/snapshot-reading'
import { describe, expect } from 'vitest'
import { aHead, aModule, aStudent, refresh } from '../testing/a-reading.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { findSnapshotHead } from './snapshot-head-queries.ts'
import { openSnapshots } from '../testing/open-snapshots.ts'
import { testIn } from '../testing/test-in.ts'

const it = testIn(openSnapshots)

describe('replaceSnapshot', () => {
  it('counts additions and removals, and raises the revision by one each time', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    const first = await refresh(world.database, courseId, {
      modules: [aModule(1, [11, 12]), aModule(2, [21])],
      students: [aStudent(1, { tagSlugs: ['a', 'b'] }), aStudent(2, { tagSlugs: ['a'] })],
    })
    expect(first).toMatchObject({
      revision: 1,
      students: { added: 2, removed: 0 },
      taggings: { added: 3, removed: 0 },
      exercises: { added: 3, removed: 0, renamed: 0 },
    })
    const renamed = { exerciseId: 11, name: '|en:New|fi:Uusi|', maxPoints: 10 }
    const second = await refresh(world.database, courseId, {
      modules: [aModule(2, [], { exercises: [renamed] }), aModule(3, [31])],
      students: [aStudent(2, { tagSlugs: ['b'] }), aStudent(3, { fullName: 'Third' })],
    })
    expect(second).toMatchObject({
      revision: 2,
      students: { added: 1, removed: 1 },
      taggings: { added: 1, removed: 3 },
      exercises: { added: 1, removed: 2, renamed: 1 },
    })
    expect(second.takenAt >= first.takenAt).toBe(true)
    expect(await findSnapshotHead(world.database, courseId)).toEqual({
      revision: 2,
      takenAt: second.takenAt,
      ageS: expect.any(Number),
      students: 2,
      seenBy: 'teacher',
      changes: second,
    })
    expect((await world.roster(courseId)).map((row) => [row.userId, row.fullName, row.tagSlugs])).toEqual([
      [2, 'Student 2', ['b']],
      [3, 'Third', []],
    ])
  })

  it('removes no student if the roster was not steady, and counts none as removed', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    await refresh(world.database, courseId, {
      students: [aStudent(1, { tagSlugs: ['a'] }), aStudent(2, { tagSlugs: ['a'] })],
    })
    const students = [aStudent(2, { tagSlugs: ['b'] }), aStudent(3)]
    expect(await refresh(world.database, courseId, { students, rosterIsSteady: false })).toMatchObject({
      students: { added: 1, removed: 0 },
      taggings: { added: 1, removed: 1 },
    })
    expect((await world.roster(courseId)).map((row) => [row.userId, row.tagSlugs])).toEqual([
      [1, ['a']],
      [2, ['b']],
      [3, []],
    ])
    expect(await refresh(world.database, courseId, { students })).toMatchObject({
      students: { added: 0, removed: 1 },
      taggings: { added: 0, removed: 1 },
    })
  })

  it('changes only the revision if the reading is equal to the snapshot', async ({ world }) => {
    const courseId = await configureCourse(world.database, { manualGradingExercises: [9001] })
    const same = {
      modules: [aModule(1, [9001])],
      students: [aStudent(1, { tagSlugs: ['a'] })],
      submissions: [{ exerciseId: 9001, heads: [aHead(1, [1])] }],
    }
    await refresh(world.database, courseId, same)
    const rows = () =>
      world.owner.query(
        `
      SELECT xmin::text FROM roster_student WHERE course_id = $1 UNION ALL SELECT xmin::text FROM snapshot_exercise WHERE course_id = $1
      UNION ALL SELECT xmin::text FROM snapshot_module WHERE course_id = $1
      UNION ALL SELECT xmin::text FROM snapshot_submission WHERE course_id = $1
      UNION ALL SELECT xmin::text FROM snapshot_submitter WHERE course_id = $1`,
        [courseId],
      )
    const before = await rows()
    expect(await refresh(world.database, courseId, same)).toMatchObject({ revision: 2, ...nothing })
    expect((await rows()).rows).toEqual(before.rows)
  })

  it('keeps the heads of exercises whose submissions could not be listed, replaces the others, and warns until they are listed', async ({
    world,
  }) => {
    const courseId = await configureCourse(world.database, { manualGradingExercises: [9016, 9017] })
    const students = [aStudent(1)]
    const warnings = [{ code: 'submissions_unavailable', exerciseId: 9016 }]
    const read = (one: SubmissionHead[] | null, two: SubmissionHead[]) =>
      refresh(world.database, courseId, {
        students,
        submissions: [
          { exerciseId: 9016, heads: one },
          { exerciseId: 9017, heads: two },
        ],
      })
    expect(await read([aHead(61, [1])], [aHead(71, [1])])).toMatchObject({ warnings: [] })
    expect(await read(null, [aHead(72, [1])])).toMatchObject({ revision: 2, warnings })
    expect((await findSnapshotHead(world.database, courseId))?.changes).toMatchObject({ revision: 2, warnings })
    expect((await world.submissionsOf(courseId, 1))?.toSorted()).toEqual([61, 72])
    expect(await read([aHead(62, [1])], [aHead(72, [1])])).toMatchObject({ revision: 3, warnings: [] })
    expect((await world.submissionsOf(courseId, 1))?.toSorted()).toEqual([62, 72])
  })

  it('rejects a snapshot that would not fit into a reply, kept hidden modules included, and keeps the old snapshot', async ({
    world,
  }) => {
    const courseId = await configureCourse(world.database)
    const large = (id: number, hidden: boolean) =>
      aModule(id, [], {
        hidden,
        exercises: Array.from({ length: 1_200 }, (_, index) => ({
          exerciseId: 10_000 * id + index,
          name: 'e'.repeat(900),
          maxPoints: 1,
        })),
      })
    await refresh(world.database, courseId, { modules: [large(1, true)] })
    await expect(
      refresh(world.database, courseId, { modules: [large(1, true), large(2, false)] }),
    ).rejects.toMatchObject({
      code: 'upstream_malformed',
    })
    await world.owner.query('DELETE FROM course_snapshot_refresh WHERE course_id = $1', [courseId])
    await expect(
      refresh(world.database, courseId, { seenBy: 'assistant', tags: null, modules: [large(2, false)] }),
    ).rejects.toMatchObject({ code: 'upstream_malformed' })
    expect(await world.exercisesSeen(courseId, true)).toEqual([
      [1, ...Array.from({ length: 1_200 }, (_, index) => 10_000 + index)],
    ])
  })

  it('stores a duplicate once, at its first position', async ({ world }) => {
    const courseId = await configureCourse(world.database, { manualGradingExercises: [9003] })
    await refresh(world.database, courseId, {
      modules: [aModule(1, [9003]), aModule(1, [], { name: 'Again' }), aModule(2, [9003])],
      students: [aStudent(1, { tagSlugs: ['a', 'a'] }), aStudent(1, { fullName: 'Again' })],
      submissions: [{ exerciseId: 9003, heads: [aHead(1, [1, 1]), aHead(1, [1])] }],
    })
    expect(await world.exercisesSeen(courseId, true)).toEqual([[1, 9003], [2]])
    expect(await world.roster(courseId)).toMatchObject([{ fullName: 'Student 1', tagSlugs: ['a'] }])
    expect(await world.submissionsOf(courseId, 1)).toEqual([1])
  })

  it('stores any text, without NUL and lone surrogates', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    const fullName = '|en:"Ünï\\u0000"|\n<b>𝄞\u202E'
    await refresh(world.database, courseId, { students: [aStudent(1, { fullName: `${fullName}\0\uD834` })] })
    expect((await world.roster(courseId))[0]?.fullName).toBe(`${fullName}\uFFFD`)
  })

  it('rolls back entirely if it fails half-way', async ({ world }) => {
    const courseId = await configureCourse(world.database, { manualGradingExercises: [9004] })
    await refresh(world.database, courseId, { students: [aStudent(1)] })
    const broken = refresh(world.database, courseId, {
      students: [aStudent(2)],
      submissions: [{ exerciseId: 9004, heads: [aHead(1, [1], { submittedAt: 'never' })] }],
    })
    await expect(broken).rejects.toMatchObject({ name: 'DatabaseFailure' })
    expect((await world.roster(courseId)).map((row) => row.userId)).toEqual([1])
    expect((await findSnapshotHead(world.database, courseId))?.revision).toBe(1)
  })
})

describe('findSnapshotHead', () => {
  it('returns who read the snapshot, or null for an old snapshot without that record', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    for (const seenBy of ['teacher', 'assistant'] as const) {
      await refresh(world.database, courseId, { seenBy })
      expect(await findSnapshotHead(world.database, courseId)).toMatchObject({
        seenBy,
        changes: { students: { added: 0 } },
      })
    }
    await world.owner.query(
      `UPDATE course_snapshot SET changes = (changes::jsonb - 'seenBy')::json WHERE course_id = $1`,
      [courseId],
    )
    expect(await findSnapshotHead(world.database, courseId)).toMatchObject({
      seenBy: null,
      changes: { students: { added: 0 } },
    })
  })
})

describe('the heads of submissions', () => {
  it('are those of the reading, with their submitters', async ({ world }) => {
    const courseId = await configureCourse(world.database, { manualGradingExercises: [9006, 9007] })
    const students = [aStudent(1), aStudent(2)]
    await refresh(world.database, courseId, {
      students,
      submissions: [
        { exerciseId: 9006, heads: [aHead(1, [1, 2]), aHead(2, [2])] },
        { exerciseId: 9007, heads: [aHead(3, [1])] },
      ],
    })
    await refresh(world.database, courseId, {
      students,
      submissions: [{ exerciseId: 9006, heads: [aHead(1, [2], { grade: 7 })] }],
    })
    // 9007 was not read this time.
    expect([await world.submissionsOf(courseId, 1), await world.submissionsOf(courseId, 2)]).toEqual([[3], [1]])
  })

  it('are deleted when the exercise is no longer graded by hand', async ({ world }) => {
    const courseId = await configureCourse(world.database, { manualGradingExercises: [9008] })
    const students = [aStudent(1)]
    await refresh(world.database, courseId, { students, submissions: [{ exerciseId: 9008, heads: [aHead(1, [1])] }] })
    await world.owner.query('DELETE FROM manual_grading_exercise WHERE exercise_id = 9008')
    await refresh(world.database, courseId, { students })
    expect(await world.submissionsOf(courseId, 1)).toEqual([])
  })

  it('of two courses are independent', async ({ world }) => {
    const [one, two] = [
      await configureCourse(world.database, { manualGradingExercises: [9009] }),
      await configureCourse(world.database),
    ]
    const both = { students: [aStudent(1)], submissions: [{ exerciseId: 9009, heads: [aHead(1, [1])] }] }
    await refresh(world.database, one, both)
    await refresh(world.database, two, both)
    await refresh(world.database, two)
    expect(await world.submissionsOf(one, 1)).toEqual([1])
  })
})

const nothing = {
  students: { added: 0, removed: 0 },
  taggings: { added: 0, removed: 0 },
  exercises: { added: 0, removed: 0, renamed: 0 },
}
