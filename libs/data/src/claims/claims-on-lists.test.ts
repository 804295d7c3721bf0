import { describe, expect } from 'vitest'
import { listAttempts } from '../submissions/list-attempts.ts'
import { selectSubmissions } from '../submissions/list-submissions.ts'
import { aSubmissionQuery } from '../submissions/submission-query.fixture.ts'
import { openClaims, testIn } from './open-claims.fixture.ts'

const it = testIn(openWorld)

describe('a list of submissions', () => {
  it('has the state of each, and how it is judged', async ({ world }) => {
    const rows = await world.list({})
    expect(Object.fromEntries(rows.map(({ submissionId, state }) => [world.named([submissionId])[0], state]))).toEqual({
      waiting: 'waiting',
      held: 'in_progress',
      lapsed: 'waiting',
      completed: 'completed',
      begunAndSuperseded: 'superseded',
      superseded: 'superseded',
      newest: 'waiting',
      ofGrader: 'waiting',
      inEnglish: 'waiting',
    })
    const assessments = new Map(rows.map(({ submissionId, assessment }) => [submissionId, assessment]))
    expect(assessments.get(world.ids.held)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      graderId: 101,
      graderName: null,
      holderId: 101,
      holderName: null,
      leaseExpiresAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    })
    expect(assessments.get(world.ids.waiting)).toBeNull()
  })

  const whole = { languages: ['fi', 'en'], courseLanguages: ['fi', 'en'], tags: null }
  const all: Name[] = ['waiting', 'lapsed', 'begunAndSuperseded', 'newest', 'ofGrader', 'inEnglish']
  it.for([
    ['a teacher', { userId: 101, restriction: null }, all],
    [
      'a grader who handed something in',
      { userId: 102, restriction: whole },
      all.filter((name) => name !== 'ofGrader'),
    ],
    [
      'a grader with a language',
      { userId: 103, restriction: { ...whole, languages: ['fi'] } },
      all.filter((name) => name !== 'inEnglish'),
    ],
    ['a grader with a tag', { userId: 103, restriction: { ...whole, tags: ['b'] } }, ['begunAndSuperseded', 'newest']],
    ['nobody', null, []],
  ] as const)('says what may be claimed by %s', async ([_who, claimer, expected], { world }) => {
    const rows = await world.list({ claimer })
    expect(world.named(rows.flatMap(({ submissionId, mayClaim }) => (mayClaim ? [submissionId] : [])))).toEqual(
      expected.toSorted(),
    )
  })

  it('says nothing unreleased to a grader about own work, neither points nor assessment', async ({ world }) => {
    const submitterIds = [104, 105]
    const own = await world.aSubmission(world.here, { submitterIds, submittedAt: '2026-11-09T10:00:00.000Z' })
    await world.complete(own, 'held')
    const query = { ...world.here, submitterIds, restriction: null, isNamed: true, reader: 'staff' } as const
    const seenBy = async (userId: number, restriction: typeof whole | null) => {
      const claimer = { userId, restriction }
      const rows = [...(await world.list({ claimer })), ...(await listAttempts(world.frontend, { ...query, claimer }))]
      return rows
        .filter(({ submissionId }) => submissionId === own)
        .map(({ points, assessment }) => [points, assessment === null])
    }
    const all = await seenBy(101, null)
    expect(all).toEqual(Array.from({ length: 2 }, () => [expect.any(Number), expect.any(Boolean)]))
    expect(await seenBy(103, whole)).toEqual(all)
    expect(await seenBy(104, null)).toEqual(all)
    expect(await seenBy(104, whole)).toEqual(Array.from({ length: 2 }, () => [null, true]))
    await world.owner.query('UPDATE completed_result SET released_at = now() WHERE submission_id = $1', [own])
    expect(await seenBy(104, whole)).toEqual(all)
    await world.owner.query('DELETE FROM submission_submitter WHERE submission_id = $1', [own])
  })

  it.for([
    ['in_progress', ['held']],
    ['superseded', ['begunAndSuperseded', 'superseded']],
  ] as const)('is filtered by the state %s', async ([state, expected], { world }) => {
    expect(world.named((await world.list({ state })).map(({ submissionId }) => submissionId))).toEqual(expected)
  })

  it('is filtered by the grader who judged last or holds it', async ({ world }) => {
    const of = async (graderUserId: number, change = {}) =>
      world.named((await world.list({ graderUserId, ...change })).map(({ submissionId }) => submissionId))
    expect(await of(101)).toEqual(['completed', 'held', 'lapsed'])
    expect(await of(103)).toEqual(['begunAndSuperseded'])
    expect(await of(104)).toEqual([])
    expect(await of(101, { state: 'waiting' })).toEqual(['lapsed'])
    expect(await of(103, { userId: 8, exerciseId: world.here.exerciseId })).toEqual(['begunAndSuperseded'])
    expect(await of(103, { userId: 7 })).toEqual([])
  })
})

async function openWorld() {
  const claims = await openClaims()
  const { anExercise, aSubmission, claim, lapse, save, frontend } = claims
  const here = await anExercise()
  const at = (day: number) => `2026-11-0${day}T10:00:00.000Z`
  await claims.enrol(here, { 7: ['a'], 8: ['b'] })
  const begun = await aSubmission(here, { submitterIds: [8], submittedAt: at(1), language: 'fi' })
  await claim(here, 103, begun)
  await lapse(begun)
  const ids: Record<Name, number> = {
    waiting: await aSubmission(here, { submitterIds: [7], language: 'fi' }),
    held: await aSubmission(here, { language: 'fi' }),
    lapsed: await aSubmission(here, { language: 'fi' }),
    completed: await aSubmission(here),
    begunAndSuperseded: begun,
    superseded: await aSubmission(here, { submitterIds: [8], submittedAt: at(2), language: 'fi' }),
    newest: await aSubmission(here, { submitterIds: [8], submittedAt: at(3), language: 'fi' }),
    ofGrader: await aSubmission(here, { submitterIds: [102], language: 'fi' }),
    inEnglish: await aSubmission(here, { language: 'en' }),
  }
  for (const id of [ids.held, ids.lapsed]) await claim(here, 101, id)
  await save(ids.lapsed)
  await lapse(ids.lapsed)
  await claims.complete(ids.completed, 'held')
  const list = async (change: Parameters<typeof aSubmissionQuery>[1]) =>
    await selectSubmissions(frontend, aSubmissionQuery(here.courseId, change))
  const named = (submissionIds: readonly number[]) =>
    Object.entries(ids)
      .flatMap(([name, id]) => (submissionIds.includes(id) ? [name] : []))
      .toSorted()
  return { ...claims, here, ids, list, named }
}

type Name =
  | 'waiting'
  | 'held'
  | 'lapsed'
  | 'completed'
  | 'begunAndSuperseded'
  | 'superseded'
  | 'newest'
  | 'ofGrader'
  | 'inEnglish'
