import type { ExerciseDetail } from '@course-grading/domain/snapshots/snapshot-reading'
import { describe, expect } from 'vitest'
import { aModule, refresh } from '../testing/a-reading.ts'
import { openSnapshots } from '../testing/open-snapshots.ts'
import { testIn } from '../testing/open-data.ts'
import { configureCourse } from '../testing/open-settings.ts'

const it = testIn(openWorld)

describe('replaceSnapshot', () => {
  it('hides from students what is hidden by its module or by itself, listed or not', async ({ world }) => {
    const hidden = await world.hiddenAfter({ 11: 'shown', 12: 'hidden', 99: 'hidden' })
    expect(hidden).toEqual([12, 21, 99])
    expect(await world.exercisesSeen(world.courseId, false)).toEqual([[1, 11, 13]])
    expect(await world.exercisesSeen(world.courseId, true)).toEqual([
      [1, 11, 12, 13],
      [2, 21],
    ])
  })

  it('leaves what was known of an exercise that is gone or cannot be read', async ({ world }) => {
    await world.hiddenAfter({ 11: 'hidden', 12: 'hidden', 13: 'shown', 99: 'shown' })
    const hidden = await world.hiddenAfter({ 11: 'gone', 12: 'unknown', 13: 'unknown', 99: 'gone' })
    expect(hidden).toEqual([11, 12, 21])
  })

  it('shows again what is shown again, or is neither graded nor assessed here any more', async ({ world }) => {
    await world.hiddenAfter({ 11: 'hidden', 12: 'hidden' })
    const hidden = await world.hiddenAfter({ 11: 'shown' })
    expect(hidden).toEqual([21])
  })
})

async function openWorld() {
  const snapshots = await openSnapshots()
  const courseId = await configureCourse(snapshots.database)
  /** What is hidden after a refresh that read these details. Exercise 21 is in a hidden module. */
  const hiddenAfter = async (states: Readonly<Record<number, ExerciseDetail['state']>>) => {
    await refresh(snapshots.database, courseId, {
      modules: [aModule(1, [11, 12, 13]), aModule(2, [21], { hidden: true })],
      details: Object.entries(states).map(([id, state]) => ({ exerciseId: Number(id), state })),
    })
    const { rows } = await snapshots.owner.query<{ id: string }>(
      'SELECT exercise_id AS id FROM hidden_exercise WHERE course_id = $1 ORDER BY exercise_id',
      [courseId],
    )
    return rows.map(({ id }) => Number(id))
  }
  return { ...snapshots, courseId, hiddenAfter }
}
