import { describe, expect } from 'vitest'
import { it } from './open-claims.fixture.ts'

const inFinnish = { languages: ['fi'], courseLanguages: ['fi', 'en'], tags: null } as const

describe('claimNext', () => {
  it('has nothing left when everything is held, completed, superseded, or of nobody', async ({ world }) => {
    const here = await world.anExercise()
    await world.submitted(here)
    await world.next(here, 101)
    await world.complete(await world.submitted(here), 'held')
    await world.submitted(here, { submitterIds: [7], submittedAt: at(1) })
    const newest = await world.submitted(here, { submitterIds: [7], submittedAt: at(2) })
    await world.owner.query('DELETE FROM submission_submitter WHERE submission_id = $1', [newest])
    await world.owner.query('UPDATE submission SET in_queue = FALSE WHERE submission_id = $1', [newest])
    expect(await world.next(here, 102)).toEqual({ outcome: 'nothing_left' })
  })

  it.for([
    ['waits', {}, 'locked'],
    ['waits for graders of another language', { restriction: { ...inFinnish, languages: ['sv'] } }, 'nothing_left'],
    ['waits for graders of another tag', { restriction: { ...inFinnish, tags: ['nobody'] } }, 'nothing_left'],
  ] as const)('has nothing to give while others have locked what %s', async ([_what, change, outcome], { world }) => {
    const here = await world.anExercise()
    const submissionId = await world.submitted(here)
    await world.owner.query('BEGIN')
    await world.owner.query('SELECT FROM submission WHERE submission_id = $1 FOR NO KEY UPDATE', [submissionId])
    expect(await world.next(here, 101, change)).toEqual({ outcome })
    await world.owner.query('ROLLBACK')
    expect(await world.given(here, 102)).toBe(submissionId)
  })

  it('has nothing left while others work on what they hold, or on what the grader handed in', async ({ world }) => {
    const here = await world.anExercise()
    await world.submitted(here)
    await world.next(here, 102)
    await world.submitted(here, { submitterIds: [101] })
    await world.owner.query('BEGIN')
    await world.owner.query('SELECT FROM submission WHERE exercise_id = $1 FOR NO KEY UPDATE', [here.exerciseId])
    expect(await world.next(here, 101)).toEqual({ outcome: 'nothing_left' })
    await world.owner.query('ROLLBACK')
  })

  it('stops at as many claims as the exercise allows, which claims that have ended are not', async ({ world }) => {
    const here = await world.anExercise({ maxOpenClaims: 2 })
    for (let count = 0; count < 4; count += 1) await world.submitted(here)
    const held: number[] = []
    for (let count = 0; count < 2; count += 1) {
      const id = await world.given(here, 101)
      held.push(Number(id))
      await world.save(Number(id))
    }
    expect([await world.given(here, 101), await world.given(here, 102)]).toEqual(['claim_limit', expect.any(Number)])
    await world.lapse(held[0] ?? 0)
    expect(await world.given(here, 101)).toEqual(expect.any(Number))
  })

  it('offers nobody their own work', async ({ world }) => {
    const here = await world.anExercise()
    await world.submitted(here, { submitterIds: [101, 7] })
    expect([await world.given(here, 101), await world.given(here, 102)]).toEqual(['nothing_left', expect.any(Number)])
  })

  it.for([
    ['of one of the languages', 'fi', ['fi'], null, true],
    ["of another of the course's languages", 'en', ['fi'], null, false],
    ['of a language that the course lacks', 'sv', ['fi'], null, true],
    ['of a person with one of the tags', 'fi', ['fi'], ['b', 'c'], true],
    ['of nobody with one of the tags', 'fi', ['fi'], ['c'], false],
    ['of another language, of a person with a tag', 'en', ['fi'], ['a'], false],
  ] as const)(
    'gives to a grader with a restriction a submission %s or not',
    async ([_what, language, languages, tags, isGiven], { world }) => {
      const here = await world.anExercise()
      await world.enrol(here, { 7: ['a', 'b'] })
      const submissionId = await world.submitted(here, { language, submitterIds: [7, 9_999] })
      const restriction = { languages, courseLanguages: ['fi', 'en'], tags }
      expect(await world.given(here, 101, { restriction })).toBe(isGiven ? submissionId : 'nothing_left')
    },
  )
})

describe('the order of the queue', () => {
  it('is by time, and by id at the same time, where the exercise says oldest', async ({ world }) => {
    const here = await world.anExercise({ order: 'oldest', maxOpenClaims: 50 })
    const [third, second] = [
      await world.submitted(here, { submittedAt: at(3) }),
      await world.submitted(here, { submittedAt: at(2) }),
    ]
    const last = await world.submitted(here, { submittedAt: at(3) })
    expect(await world.takeAll(here, 101, { order: 'oldest' })).toEqual([second, third, last])
  })

  it('is by day, and within a day always the same for everybody, but not by time', async ({ world }) => {
    const here = await world.anExercise({ maxOpenClaims: 50 })
    const days: number[][] = [[], []]
    for (let minute = 0; minute < 12; minute += 1)
      for (const day of [2, 1]) days[day - 1]?.push(await world.submitted(here, { submittedAt: at(day, minute) }))
    const order = await world.takeAll(here, 101)
    expect([order.slice(0, 12).toSorted(), order.slice(12).toSorted()]).toEqual(days.map((day) => day.toSorted()))
    expect(order.slice(0, 12)).not.toEqual(days[0])
    expect(await world.takeAll(here, 102)).toEqual(order)
  })

  it('puts postponed submissions behind all others, for everybody', async ({ world }) => {
    const here = await world.anExercise({ order: 'oldest' })
    const first = await world.submitted(here, { submittedAt: at(1) })
    const second = await world.submitted(here, { submittedAt: at(2) })
    await world.owner.query('UPDATE submission SET postponed = TRUE WHERE submission_id = $1', [first])
    expect(await world.given(here, 101, { order: 'oldest' })).toEqual(second)
    expect(await world.given(here, 102, { order: 'oldest' })).toEqual(first)
  })
})

describe('claimNext, at the same time', () => {
  it('gives no submission to two graders, and every one to somebody', async ({ world }) => {
    const here = await world.anExercise({ maxOpenClaims: 50 })
    const ids = await Promise.all(Array.from({ length: 60 }, () => world.submitted(here)))
    expect(await world.takeTogether(here)).toEqual(ids.toSorted())
  })

  it('keeps the limit of a grader who sends many requests at once, and offers one submission', async ({ world }) => {
    const here = await world.anExercise({ maxOpenClaims: 3 })
    for (let count = 0; count < 8; count += 1) await world.submitted(here)
    const asked = await Promise.all(Array.from({ length: 8 }, () => world.given(here, 101)))
    expect(new Set(asked).size).toBe(1)
    for (let round = 0; round < 4; round += 1) {
      const got = new Set(await Promise.all(Array.from({ length: 8 }, () => world.given(here, 101))))
      for (const id of got) if (typeof id === 'number') await world.save(id)
    }
    expect(
      await world.one('SELECT count(*)::int AS held FROM assessment WHERE holder_id = 101 AND exercise_id = $1', [
        here.exerciseId,
      ]),
    ).toEqual({ held: 3 })
  })

  it('skips a submission that somebody works on at this moment', async ({ world }) => {
    const here = await world.anExercise({ order: 'oldest' })
    const first = await world.submitted(here, { submittedAt: at(1) })
    const second = await world.submitted(here, { submittedAt: at(2) })
    await world.owner.query('BEGIN')
    await world.owner.query('SELECT FROM submission WHERE submission_id = $1 FOR NO KEY UPDATE', [first])
    expect(await world.given(here, 101, { order: 'oldest' })).toBe(second)
    await world.owner.query('COMMIT')
    expect(await world.given(here, 102, { order: 'oldest' })).toBe(first)
  })
})

const at = (day: number, minute = 0) => new Date(Date.UTC(2026, 10, day, 10, minute)).toISOString()
