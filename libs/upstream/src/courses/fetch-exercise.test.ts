import { describe, expect, it } from 'vitest'
import { replyOf } from '../adversarial-server.fixture.ts'
import { useFakeUpstream } from '../fake-upstream-client.fixture.ts'
import { failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'
import { fetchExercise } from '../index.ts'

const { fake, upstream, as } = useFakeUpstream()

describe('fetchExercise', () => {
  it('returns the course of an exercise, in one request', async () => {
    expect(await fetchExercise(upstream(), as(101), 1103)).toEqual({ exerciseId: 1103, courseId: 11, isHidden: false })
    expect(fake().journal.entries).toMatchObject([{ path: '/api/v2/exercises/1103' }])
  })

  it('shows a teacher an exercise of a hidden module', async () => {
    fake().world.addExercise({ id: 1107, moduleId: 56 })
    expect(await fetchExercise(upstream(), as(101), 1107)).toEqual({ exerciseId: 1107, courseId: 11, isHidden: false })
  })

  it('says whether the exercise itself is hidden', async () => {
    fake().world.exercise(1104).status = 'hidden'
    expect(await fetchExercise(upstream(), as(101), 1104)).toEqual({ exerciseId: 1104, courseId: 11, isHidden: true })
  })

  it.each([
    ['a chapter', 1110],
    ['an exercise of a course that the caller may not see', 1301],
    ['no exercise', 4711],
  ])('returns null for %s', async (_what, exerciseId) => {
    expect(await fetchExercise(upstream(), as(101), exerciseId)).toBeNull()
  })

  it('does not treat a refused token or a failure as a hidden exercise', async () => {
    expect((await failureOf(fetchExercise(upstream(), { ...as(101), token: 'f'.repeat(40) }, 1103))).code).toBe(
      'upstream_refused',
    )
    fake().faults.add({ path: '/api/v2/exercises/1103', action: { kind: 'status', status: 500 } })
    expect((await failureOf(fetchExercise(upstream(), as(101), 1103))).code).toBe('upstream_unavailable')
  })

  it('rejects a reply about another exercise', async () => {
    const { upstream: odd } = await upstreamWith((socket) =>
      socket.write(replyOf(200, JSON.stringify({ id: 12, course: { id: 11 }, status: 'ready' }))),
    )
    expect((await failureOf(fetchExercise(odd, someCall, 1103))).reason).toBe('schema')
    await expect(fetchExercise(odd, someCall, 12)).resolves.toEqual({ exerciseId: 12, courseId: 11, isHidden: false })
  })
})
