import { describe, expect } from 'vitest'
import { openGrading, testIn } from '../testing/a-delivery.ts'

const it = testIn(openWorld)

describe('people of a submission', () => {
  it('are in the order of their aliases where these are shown, and else of their user ids', async ({ world }) => {
    expect(await world.idsOf(false)).toEqual([503, 502, 501])
    expect(await world.idsOf(true)).toEqual([501, 502, 503])
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { owner, courseId } = grading
  await owner.query(
    'INSERT INTO exercise_alias (course_id, exercise_id, alias, user_id) VALUES ($1, 11, 3000, 501), ($1, 11, 2000, 502), ($1, 11, 1000, 503)',
    [courseId],
  )
  const idsOf = async (isNamed: boolean): Promise<number[]> => {
    const { rows } = await owner.query<{ list: { userId: number }[] }>(
      "SELECT list FROM named_people($1, 11, '{501,502,503}', $2)",
      [courseId, isNamed],
    )
    return rows[0]!.list.map(({ userId }) => userId)
  }
  return { ...grading, idsOf }
}
