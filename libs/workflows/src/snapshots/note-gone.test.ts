import { describe, expect, it } from 'vitest'
import { noteGone } from './note-gone.ts'
import { useRefreshes } from './refreshes.fixture.ts'

const { world, refresh } = useRefreshes()

describe('noteGone', () => {
  it('does not wait for an answer that never comes, and marks nothing then', async () => {
    await world.query(`
      WITH registered AS (
        INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture,
          registered_at, max_points_at)
        VALUES (3001, 11, 1103, '2026-10-01T10:00:00Z', 'en', 1, 20, TRUE, FALSE, now(), now()) RETURNING submission_id)
      INSERT INTO submission_submitter (submission_id, user_id) SELECT submission_id, 201 FROM registered`)
    world.fake.world.removeSubmission(3001)
    world.fake.faults.add({ path: '/api/v2/submissions/3001', action: { kind: 'status', status: 500 } })
    const { takenAt: readAt } = await refresh()
    world.fake.faults.add({ path: '/api/v2/submissions/3001', action: { kind: 'never_answer' } })
    const call = { ...world.as(101), signal: AbortSignal.timeout(60_000) }
    const lists = { courseId: 11, exerciseIds: [1103], readAt }
    expect(await noteGone(world, { ...lists, limitMs: 200 }, call)).toEqual([])
    expect(await world.query('SELECT gone FROM submission')).toEqual([{ gone: false }])
    world.fake.faults.clear()
    await noteGone(world, lists, call)
    expect(await world.query('SELECT gone FROM submission')).toEqual([{ gone: true }])
  })
})
