import { describe, expect } from 'vitest'
import { type Here, writeWork } from './claim-plan.fixture.ts'
import { openClaims, testIn } from './open-claims.fixture.ts'

const it = testIn(openWorld)

describe('a grader with tags, in a queue that begins with many submissions for others', () => {
  it('is given waiting submissions by time, and postponed ones last', async ({ world }) => {
    const here = await world.behindOthers()
    await world.setGrading(here, allAttempts)
    const second = await world.ofMine(here, 3, { submitterIds: [alsoMine] })
    const postponed = await world.ofMine(here, 1)
    const third = await world.ofMine(here, 4)
    await world.owner.query('UPDATE submission SET postponed_at = now() WHERE submission_id = $1', [postponed])
    const ids: unknown[] = []
    for (let count = 0; count < 4; count += 1) {
      const id = await world.nextId(here, 101, { ...forTag, order: 'oldest' })
      if (typeof id === 'number') await world.save(id)
      ids.push(id)
    }
    expect(ids).toEqual([second, third, postponed, 'nothing_left'])
  })

  it('is given submissions in the order of the days, as a grader without a restriction is', async ({ world }) => {
    const here = await world.behindOthers()
    await world.setGrading(here, { ...allAttempts, maxOpenClaims: 50 })
    for (let minute = 0; minute < 12; minute += 1) await world.ofMine(here, minute)
    const alone = await world.takeAll(here, 101, forTag)
    await world.owner.query(
      'UPDATE submission SET in_queue = FALSE WHERE exercise_id = $1 AND submission_id >= 2000000',
      [here.exerciseId],
    )
    expect(alone).toHaveLength(12)
    expect(await world.takeAll(here, 102)).toEqual(alone)
  })

  it('is given work of a group if one member has the tag, but neither own work nor other languages', async ({
    world,
  }) => {
    const here = await world.behindOthers()
    await world.ofMine(here, 1, { submitterIds: [mine, 101] })
    await world.ofMine(here, 2, { submitterIds: [alsoMine], language: 'en' })
    const group = await world.ofMine(here, 3, { submitterIds: [other, alsoMine] })
    expect(await world.nextId(here, 101, forTag)).toEqual(group)
    expect(await world.nextId(here, 103, forTag)).toEqual(expect.any(Number))
    expect(await world.nextId(here, 104, forTag)).toBe('nothing_left')
  })

  it('skips submissions that others hold or have locked, and reports if all are locked', async ({ world }) => {
    const here = await world.behindOthers()
    await world.setGrading(here, allAttempts)
    const first = await world.ofMine(here, 1)
    const second = await world.ofMine(here, 2)
    const oldest = { ...forTag, order: 'oldest' } as const
    await world.owner.query('BEGIN')
    await world.owner.query('SELECT FROM submission WHERE submission_id = $1 FOR NO KEY UPDATE', [first])
    expect(await world.nextId(here, 101, oldest)).toBe(second)
    expect(await world.nextId(here, 102, oldest)).toBe('locked')
    await world.owner.query('ROLLBACK')
    expect(await world.nextId(here, 102, oldest)).toBe(first)
    expect(await world.nextId(here, 103, oldest)).toBe('nothing_left')
  })

  it('gets past the locked work of large groups whose students all have the tag', async ({ world }) => {
    const group = Array.from({ length: 50 }, (_, index) => 60_000 + index)
    const here = await world.behindOthers(Object.fromEntries(group.map((userId) => [userId, ['a']])))
    await world.setGrading(here, allAttempts)
    const [first, second] = [
      await world.ofMine(here, 1, { submitterIds: group }),
      await world.ofMine(here, 2, { submitterIds: group }),
    ]
    const third = await world.ofMine(here, 3)
    await world.owner.query('BEGIN')
    const locked = [[first, second]]
    await world.owner.query('SELECT FROM submission WHERE submission_id = ANY($1) FOR NO KEY UPDATE', locked)
    expect(await world.nextId(here, 101, { ...forTag, order: 'oldest' })).toBe(third)
    await world.owner.query('ROLLBACK')
  })

  it('is never given the same submission as another of many graders at the same time, who together get all', async ({
    world,
  }) => {
    const here = await world.behindOthers()
    await world.setGrading(here, { ...allAttempts, maxOpenClaims: 50 })
    const ids: number[] = []
    for (let minute = 0; minute < 16; minute += 1)
      ids.push(await world.ofMine(here, minute, { submitterIds: [minute % 2 === 0 ? mine : alsoMine] }))
    expect(await world.takeTogether(here, forTag)).toEqual(ids.toSorted())
  })
})

async function openWorld() {
  const claims = await openClaims()
  const { anExercise, enrol, owner, aSubmission } = claims
  /**
   * An exercise whose queue begins with submissions of untagged students, more than a claim compares with the tags one by one.
   */
  async function behindOthers(tags: Readonly<Record<number, readonly string[]>> = {}): Promise<Here> {
    const here = await anExercise({ maxOpenClaims: 50 })
    await enrol(here, { [mine]: ['a'], [alsoMine]: ['a', 'b'], [other]: ['b'], ...tags })
    await writeWork(claims, here, {
      firstId: lastId,
      count: 400,
      firstStudentId: 50_000,
      students: 50,
      state: 'waiting',
    })
    await owner.query("UPDATE submission SET submitted_at = '2026-10-01Z' WHERE submission_id >= $1", [lastId])
    lastId += 1_000
    return here
  }
  const ofMine = (here: Here, minute: number, change: object = {}) =>
    aSubmission(here, { submitterIds: [mine], submittedAt: at(minute), language: 'fi', ...change })
  return { ...claims, behindOthers, ofMine }
}

const [mine, alsoMine, other] = [7, 8, 9]
const forTag = { restriction: { languages: ['fi'], courseLanguages: ['fi', 'en'], tags: ['a'] } }
const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 10, minute)).toISOString()
let lastId = 2_000_000
const allAttempts = { attempts: 'all' } as const
