import { describe, expect, it } from 'vitest'
import { replyOf } from '../adversarial-server.fixture.ts'
import { useFakeUpstream } from '../fake-upstream-client.fixture.ts'
import { failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'
import { fetchModules } from '../index.ts'

const { fake, upstream, as } = useFakeUpstream()

describe('fetchModules', () => {
  it("returns a course's modules with their exercises, with names as A+ writes them, in one request", async () => {
    const modules = await fetchModules(upstream(), as(101), 11)
    expect(modules[0]).toEqual({
      moduleId: 51,
      displayName: '1. |en:Basics|fi:Perusteet|',
      isOpen: true,
      isHidden: false,
      exercises: [
        { exerciseId: 1101, displayName: '1.1.1 |en:First steps|fi:Alkuun|', maxPoints: 10 },
        { exerciseId: 1102, displayName: '1.2 |en:Quiz|fi:Visa|', maxPoints: 5 },
        { exerciseId: 1103, displayName: '1.3 |en:Essay program|fi:Esseeohjelma|', maxPoints: 20 },
      ],
    })
    expect(fake().journal.entries).toMatchObject([{ path: '/api/v2/courses/11/exercises' }])
  })

  it.each([
    ['a teacher', 101, [51, 52, 56]],
    ['an assistant', 102, [51, 52]],
    ['a student', 201, [51, 52]],
  ])('returns the modules that A+ shows to %s', async (_who, userId, ids) => {
    const modules = await fetchModules(upstream(), as(userId), 11)
    expect(modules.map(({ moduleId }) => moduleId)).toEqual(ids)
    expect(modules.find(({ moduleId }) => moduleId === 56)?.isHidden ?? true).toBe(true)
  })

  it('rejects for a user who is not in the course', async () => {
    expect((await failureOf(fetchModules(upstream(), as(105), 11))).code).toBe('upstream_rejected')
  })

  it('rejects a first page of several', async () => {
    const body = JSON.stringify({ count: 2, next: 'http://elsewhere/?page=2', results: [] })
    const { upstream: odd } = await upstreamWith((socket) => socket.write(replyOf(200, body)))
    expect((await failureOf(fetchModules(odd, someCall, 11))).reason).toBe('schema')
  })
})
