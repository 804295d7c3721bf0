import { describe, expect } from 'vitest'
import { erasePerson } from '../people/erase-person.ts'
import { aHead, aStudent, refresh } from '../testing/a-reading.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'
import { raceRounds } from '../testing/full-run.ts'

const it = testIn(openWorld)

describe('aliases', () => {
  it('are given to nobody while no exercise is anonymous', async ({ world }) => {
    await refresh(world.frontend, world.courseId, { students: [aStudent(1), aStudent(2)] })
    await world.register({ exerciseId: 11, submitterIds: [3, 4] })
    await world.setAnonymous(11, false)
    expect((await world.aliasesOf(11)).size).toBe(0)
  })

  it('are given to the roster and to all who handed in, when the settings are written', async ({ world }) => {
    await refresh(world.frontend, world.courseId, {
      students: [aStudent(1), aStudent(2)],
      submissions: [{ exerciseId: 11, heads: [aHead(61, [2, 5])] }],
    })
    await world.setAnonymous(11)
    expect(await world.peopleOf(11)).toEqual([1, 2, 3, 4, 5])
    expect((await world.aliasesOf(12)).size).toBe(0)
  })

  it('never change, even if other settings are written', async ({ world }) => {
    const before = await world.aliasesOf(11)
    await world.setAnonymous(11)
    await world.setAnonymous(11, false)
    await world.setAnonymous(11)
    await refresh(world.frontend, world.courseId, { students: [aStudent(1)] })
    await world.register({ exerciseId: 11, submitterIds: [3, 4] })
    expect(await world.aliasesOf(11)).toEqual(before)
  })

  it('are given by a refresh to everybody who joins, in every anonymous exercise', async ({ world }) => {
    await world.setAnonymous(12)
    await refresh(world.frontend, world.courseId, { students: [aStudent(1), aStudent(6)] })
    expect(await world.peopleOf(11)).toEqual([1, 2, 3, 4, 5, 6])
    expect(await world.peopleOf(12)).toEqual([1, 6])
    expect((await world.aliasesOf(11)).get(6)).not.toBe((await world.aliasesOf(12)).get(6))
  })

  it('are given by a registration to submitters who are on no roster', async ({ world }) => {
    await world.register({ exerciseId: 12, submitterIds: [71, 72] })
    expect(await world.peopleOf(12)).toEqual([1, 6, 71, 72])
  })

  it('forget an erased person, and nobody gets the number again', async ({ world }) => {
    const gone = (await world.aliasesOf(12)).get(71)
    await world.frontend.transaction((tx) => erasePerson(tx, { courseId: world.courseId, userId: 71, byUserId: 101 }))
    expect((await world.aliasesOf(12)).get(null)).toBe(gone)
    await world.register({ exerciseId: 12, submitterIds: [71] })
    const again = (await world.aliasesOf(12)).get(71)
    expect([again === undefined, again === gone]).toEqual([false, false])
  })

  it('are different numbers of four to seven digits, in no order of people, for a large course', async ({ world }) => {
    const students = Array.from({ length: 3_000 }, (_, index) => aStudent(1_000 + index))
    await refresh(world.frontend, world.courseId, { students })
    const aliases = students.map(({ userId }) => ({ userId, alias: 0 }))
    const given = await world.aliasesOf(11)
    for (const each of aliases) each.alias = given.get(each.userId) ?? 0
    const lengths = Map.groupBy(aliases, ({ alias }) => String(alias).length)
    expect([...lengths.keys()].toSorted()).toEqual([4, 5, 6, 7])
    // Each length occurs for a quarter of the people, as often in the first half as in the second.
    for (const [, same] of lengths) {
      const inFirstHalf = same.filter(({ userId }) => userId < 2_500).length
      expect(same.length).toBeGreaterThan(600)
      expect(inFirstHalf / same.length).toBeGreaterThan(0.4)
      expect(inFirstHalf / same.length).toBeLessThan(0.6)
    }
    expect(new Set(aliases.map(({ alias }) => alias)).size).toBe(3_000)
  })

  it('are given to everybody who is registered or joins while work becomes anonymous', async ({ world }) => {
    for (let round = 0; round < raceRounds; round += 1) {
      await world.setAnonymous(12, false)
      await world.owner.query('DELETE FROM exercise_alias WHERE course_id = $1 AND exercise_id = 12', [world.courseId])
      const registeredIds = [5_000 + round, 6_000 + round]
      await Promise.all([
        world.setAnonymous(12),
        ...registeredIds.map((userId) => world.register({ exerciseId: 12, submitterIds: [userId, userId + 1_500] })),
        refresh(world.frontend, world.courseId, { students: [aStudent(8_000 + round)] }),
      ])
      const people = await world.peopleOf(12)
      for (const userId of [...registeredIds, ...registeredIds.map((id) => id + 1_500), 8_000 + round])
        expect(people).toContain(userId)
    }
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { owner, courseId } = grading
  const setAnonymous = (exerciseId: number, anonymous = true) =>
    grading.setGrading({ courseId, exerciseId }, { anonymous })
  /** The aliases of an exercise by person; null for an alias whose person was erased. */
  async function aliasesOf(exerciseId: number): Promise<Map<number | null, number>> {
    const { rows } = await owner.query<{ userId: string | null; alias: number }>(
      'SELECT user_id AS "userId", alias FROM exercise_alias WHERE course_id = $1 AND exercise_id = $2',
      [courseId, exerciseId],
    )
    return new Map(rows.map(({ userId, alias }) => [userId === null ? null : Number(userId), alias]))
  }
  const peopleOf = async (exerciseId: number) => [...(await aliasesOf(exerciseId)).keys()].toSorted()
  return { ...grading, setAnonymous, aliasesOf, peopleOf }
}
