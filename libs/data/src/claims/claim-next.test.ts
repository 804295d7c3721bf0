import { describe, expect } from 'vitest'
import { findExerciseGrading } from '../grading/find-exercise-grading.ts'
import { moveExercise } from '../testing/move-exercise.ts'
import { it } from './open-claims.fixture.ts'

const inFinnish = { languages: ['fi'], courseLanguages: ['fi', 'en'], tags: null } as const

describe('insertNextClaim', () => {
  it('has nothing left when everything is held, completed, superseded, or has no submitters left', async ({
    world,
  }) => {
    const here = await world.anExercise()
    await world.aSubmission(here)
    await world.next(here, 101)
    await world.complete(await world.aSubmission(here), 'held')
    await world.aSubmission(here, { submitterIds: [7], submittedAt: at(1) })
    const newest = await world.aSubmission(here, { submitterIds: [7], submittedAt: at(2) })
    await world.owner.query('DELETE FROM submission_submitter WHERE submission_id = $1', [newest])
    await world.owner.query('UPDATE submission SET in_queue = FALSE WHERE submission_id = $1', [newest])
    expect(await world.next(here, 102)).toEqual({ outcome: 'nothing_left' })
  })

  it('skips a submission that somebody has locked', async ({ world }) => {
    const here = await world.anExercise()
    const first = await world.aSubmission(here, { submittedAt: at(1) })
    const second = await world.aSubmission(here, { submittedAt: at(2) })
    await world.owner.query('BEGIN')
    await world.owner.query('SELECT FROM submission WHERE submission_id = $1 FOR NO KEY UPDATE', [first])
    expect(await world.nextId(here, 101, { order: 'oldest' })).toBe(second)
    await world.owner.query('COMMIT')
    expect(await world.nextId(here, 102, { order: 'oldest' })).toBe(first)
  })

  it.for([
    ['says that it is locked', 'this grader may get', {}, 'locked'],
    [
      'has nothing left',
      'is for graders of another language',
      { restriction: { ...inFinnish, languages: ['sv'] } },
      'nothing_left',
    ],
    [
      'has nothing left',
      'is for graders of another tag',
      { restriction: { ...inFinnish, tags: ['nobody'] } },
      'nothing_left',
    ],
  ] as const)(
    '%s if others have locked the only submission, which %s',
    async ([_outcome, _what, change, outcome], { world }) => {
      const here = await world.anExercise()
      const submissionId = await world.aSubmission(here)
      await world.owner.query('BEGIN')
      await world.owner.query('SELECT FROM submission WHERE submission_id = $1 FOR NO KEY UPDATE', [submissionId])
      expect(await world.next(here, 101, change)).toEqual({ outcome })
      await world.owner.query('ROLLBACK')
      expect(await world.nextId(here, 102)).toBe(submissionId)
    },
  )

  it('has nothing left while others have locked what they hold, and what the grader handed in', async ({ world }) => {
    const here = await world.anExercise()
    await world.aSubmission(here)
    await world.next(here, 102)
    await world.aSubmission(here, { submitterIds: [101] })
    await world.owner.query('BEGIN')
    await world.owner.query('SELECT FROM submission WHERE exercise_id = $1 FOR NO KEY UPDATE', [here.exerciseId])
    expect(await world.next(here, 101)).toEqual({ outcome: 'nothing_left' })
    await world.owner.query('ROLLBACK')
  })

  it("stops at the exercise's limit of claims, which does not count claims that have ended", async ({ world }) => {
    const here = await world.anExercise({ maxOpenClaims: 2 })
    for (let count = 0; count < 4; count += 1) await world.aSubmission(here)
    const held: number[] = []
    for (let count = 0; count < 2; count += 1) {
      const id = await world.nextId(here, 101)
      held.push(Number(id))
      await world.save(Number(id))
    }
    expect([await world.nextId(here, 101), await world.nextId(here, 102)]).toEqual(['claim_limit', expect.any(Number)])
    await world.lapse(held[0] ?? 0)
    expect(await world.nextId(here, 101)).toEqual(expect.any(Number))
  })

  it('gives the oldest of all its languages first, behind more than it reads of others', async ({ world }) => {
    const here = await world.anExercise()
    await world.owner.query(
      `INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
      SELECT 7000000 + number, $1, $2, '2026-01-01', 'en', 1, 10, TRUE, FALSE, now() FROM generate_series(1, 301) AS number`,
      [here.courseId, here.exerciseId],
    )
    const waiting: number[] = []
    for (const [index, language] of ['fi', 'sv', 'fi'].entries())
      waiting.push(await world.aSubmission(here, { submittedAt: at(index + 1), language }))
    const given: unknown[] = []
    for (const graderId of [101, 102, 103])
      given.push(await world.nextId(here, graderId, { order: 'oldest', restriction: inFinnish }))
    expect(given).toEqual(waiting)
  })

  it('gives nobody their own work', async ({ world }) => {
    const here = await world.anExercise()
    await world.aSubmission(here, { submitterIds: [101, 7] })
    expect([await world.nextId(here, 101), await world.nextId(here, 102)]).toEqual(['nothing_left', expect.any(Number)])
  })

  it.for([
    ['gets a submission in one of the languages', 'fi', ['fi'], null, true],
    ["does not get one in another of the course's languages", 'en', ['fi'], null, false],
    ['gets one in a language that the course lacks', 'sv', ['fi'], null, true],
    ['gets one of which a submitter has one of the tags', 'fi', ['fi'], ['b', 'c'], true],
    ['does not get one of which no submitter has one of the tags', 'fi', ['fi'], ['c'], false],
    ['does not get one in another language of a submitter with a tag', 'en', ['fi'], ['a'], false],
  ] as const)('a grader with a restriction %s', async ([_what, language, languages, tags, isGiven], { world }) => {
    const here = await world.anExercise()
    await world.enrol(here, { 7: ['a', 'b'] })
    const submissionId = await world.aSubmission(here, { language, submitterIds: [7, 9_999] })
    const restriction = { languages, courseLanguages: ['fi', 'en'], tags }
    expect(await world.nextId(here, 101, { restriction })).toBe(isGiven ? submissionId : 'nothing_left')
  })
})

describe('an exercise that another course grades now', () => {
  it.for([
    ['oldest', null],
    ['bands', null],
    ['oldest', ['a']],
    ['bands', ['a']],
  ] as const)('has nothing there of what this course has: order %s, tags %s', async ([order, tags], { world }) => {
    const before = await world.anExercise()
    for (let count = 0; count < 2; count += 1) await world.aSubmission(before, { submitterIds: [7 + count] })
    await world.next(before, 101)
    const now = await moveExercise(world, before)
    await world.enrol(now, { 7: ['a'], 8: ['a'] })
    const restriction = tags && { ...inFinnish, languages: ['en'], tags }
    expect(await world.next(now, 101, { order, restriction })).toEqual({ outcome: 'nothing_left' })
    const own = await world.aSubmission(now, { submitterIds: [7] })
    expect(await world.nextId(now, 101, { order, restriction })).toBe(own)
    expect(await world.nextId(before, 102)).toBe('not_in_state')
  })

  it('is found by the course that has work of it, and not by others', async ({ world }) => {
    const [before, other] = [await world.anExercise(), await world.anExercise()]
    await world.aSubmission(before)
    const now = await moveExercise(world, before)
    const found = ({ courseId }: typeof now) =>
      findExerciseGrading(world.frontend, { courseId, exerciseId: now.exerciseId })
    expect([await found(before), await found(now), await found(other)]).toMatchObject([
      { isListed: false },
      { isListed: true },
      null,
    ])
  })
})

describe('the order of the queue', () => {
  it('oldest: is by time, and by id at the same time', async ({ world }) => {
    const here = await world.anExercise({ maxOpenClaims: 50 })
    const [third, second] = [
      await world.aSubmission(here, { submittedAt: at(3) }),
      await world.aSubmission(here, { submittedAt: at(2) }),
    ]
    const last = await world.aSubmission(here, { submittedAt: at(3) })
    expect(await world.takeAll(here, 101, { order: 'oldest' })).toEqual([second, third, last])
  })

  it('bands: is by day, and within a day always the same for everybody, but not by time', async ({ world }) => {
    const here = await world.anExercise({ maxOpenClaims: 50 })
    const days: number[][] = [[], []]
    for (let minute = 0; minute < 12; minute += 1)
      for (const day of [2, 1]) days[day - 1]?.push(await world.aSubmission(here, { submittedAt: at(day, minute) }))
    const order = await world.takeAll(here, 101)
    expect([order.slice(0, 12).toSorted(), order.slice(12).toSorted()]).toEqual(days.map((day) => day.toSorted()))
    expect(order.slice(0, 12)).not.toEqual(days[0])
    expect(await world.takeAll(here, 102)).toEqual(order)
  })

  it.for(['oldest', 'bands'] as const)(
    'puts postponed submissions behind all others, the longest postponed first, for everybody (%s)',
    async (order, { world }) => {
      const here = await world.anExercise()
      const ids = [1, 2, 3].map((day) => world.aSubmission(here, { submittedAt: at(day) }))
      const [first = 0, second = 0, third = 0] = await Promise.all(ids)
      for (const [id, graderId] of [
        [second, 101],
        [third, 102],
        [first, 101],
      ] as const) {
        await world.claim(here, graderId, id)
        await world.postpone(graderId, id)
      }
      const waiting = await world.aSubmission(here, { submittedAt: at(4) })
      expect(await world.nextId(here, 103, { order })).toBe(waiting)
      const offered: unknown[] = []
      for (const graderId of [101, 102, 101, 102]) {
        const id = await world.nextId(here, graderId, { order })
        offered.push(id)
        await world.postpone(graderId, Number(id))
      }
      expect(offered).toEqual([second, third, first, second])
    },
  )
})

describe('concurrent calls of insertNextClaim', () => {
  it('give no submission to two graders, and every one to somebody', async ({ world }) => {
    const here = await world.anExercise({ maxOpenClaims: 50 })
    const ids = await Promise.all(Array.from({ length: 24 }, () => world.aSubmission(here)))
    expect(await world.takeTogether(here)).toEqual(ids.toSorted())
  })

  it('of one grader give one submission until it is saved, and keep the limit', async ({ world }) => {
    const here = await world.anExercise({ maxOpenClaims: 3 })
    for (let count = 0; count < 8; count += 1) await world.aSubmission(here)
    const asked = await Promise.all(Array.from({ length: 8 }, () => world.nextId(here, 101)))
    expect(new Set(asked).size).toBe(1)
    for (let round = 0; round < 4; round += 1) {
      const got = new Set(await Promise.all(Array.from({ length: 8 }, () => world.nextId(here, 101))))
      for (const id of got) if (typeof id === 'number') await world.save(id)
    }
    expect(
      await world.one('SELECT count(*)::int AS held FROM assessment WHERE holder_id = 101 AND exercise_id = $1', [
        here.exerciseId,
      ]),
    ).toEqual({ held: 3 })
  })
})

const at = (day: number, minute = 0) => new Date(Date.UTC(2026, 10, day, 10, minute)).toISOString()
