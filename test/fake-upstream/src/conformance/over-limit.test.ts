import { describe, expect } from 'vitest'
import { factsAbout, openUpstreamUnderTest } from './upstream-under-test.ts'
import type { Submission } from '../world/submission.ts'

const upstream = await openUpstreamUnderTest()
const fact = factsAbout(upstream)
const limit = 3

/** Grades a student's first submission after further submissions with these statuses were made. */
async function gradeFirstOf(kinds: readonly ('own' | 'teacher' | 'error')[], userId: number): Promise<Submission> {
  const { world } = upstream.simulated
  world.exercise(1103).maxSubmissions = limit
  const first = world.addSubmission({ exerciseId: 1103, submitterIds: [userId] })
  for (const kind of kinds) {
    world.addSubmission({
      exerciseId: 1103,
      submitterIds: [userId],
      ...(kind === 'error' && { status: 'error' }),
      ...(kind === 'teacher' && { answers: null, graderId: 101, status: 'ready' }),
    })
  }
  const form = { points: '20', max_points: '20' }
  const got = await upstream.ask(upstream.simulated.submissionUrl(first.id), { method: 'POST', form })
  expect(got.object()).toEqual({ success: true, errors: [] })
  return first
}

/** A student of the course who has submitted nothing yet. */
function newcomer(): number {
  const { world } = upstream.simulated
  const { id } = world.addUser({ username: `newcomer-${world.users.size}` })
  world.setRole(11, id, 'student')
  return id
}

describe('A+ grading over the limit', () => {
  const cases: readonly [string, ('own' | 'teacher' | 'error')[], string][] = [
    [
      'makes an early submission unofficial when more than the limit stand as it is graded',
      ['own', 'own', 'own'],
      'unofficial',
    ],
    ['counts those that a teacher made', ['own', 'own', 'teacher'], 'unofficial'],
    ['does not count those in error', ['own', 'own', 'error'], 'ready'],
    ['is ready at the limit itself', ['own', 'own'], 'ready'],
  ]
  for (const [sentence, kinds, status] of cases) {
    fact(sentence, ['simulator'], async () => {
      expect(await gradeFirstOf(kinds, newcomer())).toMatchObject({ status, grade: 20 })
    })
  }

  fact('never makes what a person grades unofficial', ['simulator'], async () => {
    const { world } = upstream.simulated
    const userId = newcomer()
    await gradeFirstOf(['own', 'own', 'own', 'own'], userId)
    const waiting = world.addSubmission({ exerciseId: 1103, submitterIds: [userId] })
    upstream.simulated.review(waiting.id, { graderId: 101, points: 5 })
    const json = { students_by_user_id: [userId], points: 5 }
    expect((await upstream.ask('/exercises/1103/submissions', { as: 'teacher', method: 'POST', json })).status).toBe(
      201,
    )
    expect([waiting.status, world.submission(world.submissionsOf.get(1103)?.at(-1) ?? 0).status]).toEqual([
      'ready',
      'ready',
    ])
  })
})
