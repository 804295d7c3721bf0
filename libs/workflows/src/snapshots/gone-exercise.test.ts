import { describe, expect, it } from 'vitest'
import { useRefreshes } from './refreshes.fixture.ts'

const { world, refresh } = useRefreshes()

describe('refreshCourseSnapshot, of an exercise that was deleted upstream', () => {
  it('warns, keeps its submissions, and goes on', async () => {
    await refresh()
    const before = await headsOf(1104)
    expect(before).toHaveLength(20)
    world.fake.world.exercises.delete(1104)
    world.fake.world.removeSubmission(3002)
    expect(await refresh()).toMatchObject({
      revision: 2,
      exercises: { removed: 1 },
      warnings: [{ code: 'exercise_gone', exerciseId: 1104 }],
    })
    expect(await headsOf(1104)).toEqual(before)
    expect(await headsOf(1103)).not.toContain(3002)
    expect(await refresh()).toMatchObject({ warnings: [{ code: 'exercise_gone', exerciseId: 1104 }] })
  })

  it.each([404, 200])('does not rely on its list of submissions, which replies %s', async (status) => {
    await refresh()
    const before = await headsOf(1104)
    // The list of exercises still has it, as when it is deleted while the course is read.
    world.fake.faults.add({ path: '/api/v2/exercises/1104', action: { kind: 'status', status: 404 } })
    if (status === 404) world.fake.faults.add({ path: listOfSubmissions, action: { kind: 'status', status } })
    else for (const id of before) world.fake.world.removeSubmission(id)
    expect((await refresh()).warnings).toContainEqual({ code: 'exercise_gone', exerciseId: 1104 })
    expect(await headsOf(1104)).toEqual(before)
  })

  it('leaves the submissions of one that is still there as they were if their list replies 404', async () => {
    await refresh()
    world.fake.faults.add({ path: listOfSubmissions, action: { kind: 'status', status: 404 } })
    const warnings = [1103, 1104].map((exerciseId) => ({ code: 'submissions_unavailable', exerciseId }))
    expect(await refresh()).toMatchObject({ revision: 2, warnings })
    expect(await headsOf(1103)).toHaveLength(40)
  })
})

const listOfSubmissions = '/api/v2/courses/11/submissiondata'

const headsOf = async (exerciseId: number) =>
  (
    await world.query(
      `SELECT submission_id FROM snapshot_submission WHERE course_id = 11 AND exercise_id = ${exerciseId} ORDER BY 1`,
    )
  ).map((row) => Number(row['submission_id']))
