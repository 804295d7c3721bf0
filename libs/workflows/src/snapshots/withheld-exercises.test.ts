import { createUpstream } from '@course-grading/upstream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { patientCalls } from '../demo-world.fixture.ts'
import { readDetails } from './read-details.ts'
import { useRefreshes } from './refreshes.fixture.ts'

const { world, refresh, callsOf } = useRefreshes()

describe('refreshCourseSnapshot, of exercises that are graded by hand', () => {
  it('hides one by its own status, until that changes', async () => {
    world.fake.world.exercise(1104).status = 'hidden'
    await refresh()
    expect(await hidden()).toEqual([1104])
    world.fake.world.exercise(1104).status = 'ready'
    await refresh()
    expect(await hidden()).toEqual([])
  })

  it('hides one that the list lacks while its detail answers, as with A+ before 1.31', async () => {
    world.fake.world.features.teachersListHiddenModules = false
    world.fake.world.module(51).isHidden = true
    await refresh()
    expect(await hidden()).toEqual([1103])
  })

  it.each(['ready', 'hidden'] as const)(
    'leaves one that was %s as it was while its detail fails, and once it is deleted',
    async (status) => {
      world.fake.world.exercise(1104).status = status
      await refresh()
      const before = await hidden()
      world.fake.world.exercise(1104).status = status === 'ready' ? 'hidden' : 'ready'
      world.fake.faults.add({ path: '/api/v2/exercises/1104', action: { kind: 'status', status: 500 } })
      expect(await refresh()).toMatchObject({ revision: 2 })
      expect(await hidden()).toEqual(before)
      world.fake.faults.clear()
      world.fake.world.exercises.delete(1104)
      expect(await refresh()).toMatchObject({ revision: 3 })
      expect(await hidden()).toEqual(before)
    },
  )

  it('reads the detail of those alone, once', async () => {
    await refresh()
    expect(world.fake.journal.entries.flatMap(({ path }) => /exercises\/\d+$/.exec(path) ?? []).toSorted()).toEqual([
      'exercises/1103',
      'exercises/1104',
    ])
    expect(callsOf('readExercise')).toBe(2)
  })

  it('reads four details at once', async () => {
    const exerciseIds = Array.from({ length: 12 }, (_, index) => 1150 + index)
    for (const id of exerciseIds) world.fake.world.addExercise({ id, moduleId: 51 })
    world.fake.faults.add({ path: '/api/v2/exercises/*', action: { kind: 'delay', delayMs: 100 } })
    const upstream = createUpstream({ ...patientCalls, baseUrl: world.fake.url, concurrency: 64 })
    onTestFinished(() => upstream.close())
    const call = { ...world.as(101), signal: AbortSignal.timeout(100_000) }
    await readDetails(upstream, call, { exerciseIds, listed: new Set(exerciseIds) })
    const calls = world.fake.journal.find({ operation: 'readExercise' })
    // A tolerance is needed, since one of the clocks has whole milliseconds.
    const atOnce = calls.map(
      ({ receivedAtMs: at }) =>
        calls.filter((other) => other.receivedAtMs <= at && other.receivedAtMs + other.durationMs! > at + 1).length,
    )
    expect([calls.length, Math.max(...atOnce)]).toEqual([12, 4])
  })

  it('does not wait for a detail that never comes', async () => {
    world.fake.faults.add({ path: '/api/v2/exercises/1103', action: { kind: 'never_answer' } })
    const call = { ...world.as(101), signal: AbortSignal.timeout(100_000) }
    const asked = { exerciseIds: [1104, 1103], listed: new Set([1103, 1104]), limitMs: 2_000 }
    expect(await readDetails(world.upstream, call, asked)).toEqual([
      { exerciseId: 1104, state: 'shown' },
      { exerciseId: 1103, state: 'unknown' },
    ])
  })

  it('reads the detail of one that is no longer graded by hand, but was assessed here', async () => {
    await world.query(`WITH registered AS (
        INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
        VALUES (1, 11, 1105, '2026-11-01', 'en', 1, 20, TRUE, FALSE, now())
        RETURNING submission_id, course_id, exercise_id)
      INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, rubric_version, scores, private_note,
        part_revisions, points, started_at, updated_at, fixture)
      SELECT gen_random_uuid(), submission_id, course_id, exercise_id, 1, 'in_progress', 1, 101, 0, '{}', '', '{}', 0, now(), now(), FALSE
      FROM registered`)
    world.fake.world.exercise(1105).status = 'hidden'
    expect(await refresh()).toMatchObject({ warnings: [] })
    expect(await hidden()).toEqual([1105])
    world.fake.world.exercises.delete(1105)
    expect(await refresh()).toMatchObject({ revision: 2, warnings: [] })
  })
})

/** Of module 56, which is hidden in the demo world, nothing is graded by hand. */
const hidden = async () =>
  (
    await world.query('SELECT exercise_id FROM snapshot_withheld_exercise WHERE course_id = 11 ORDER BY exercise_id')
  ).map((row) => Number(row['exercise_id']))
