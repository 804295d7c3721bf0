import { describe, expect, it } from 'vitest'
import { replyOf } from '../adversarial-server.fixture.ts'
import { useFakeUpstream } from '../fake-upstream-client.fixture.ts'
import { failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'
import { probeCourseTeacher } from '../index.ts'

const { fake, upstream, as } = useFakeUpstream()

describe('probeCourseTeacher', () => {
  it.each([
    ['a teacher', 101, 11, true],
    ['a superuser, who is in no list', 1, 11, true],
    ['the teacher of a hidden course', 104, 14, true],
    ['an assistant', 102, 11, false],
    ['a student', 201, 11, false],
    ['an outsider', 105, 11, false],
    ["another course's teacher", 104, 11, false],
    ['a teacher, about a course that does not exist', 101, 999_999, false],
  ])('returns the right result for %s', async (_who, userId, courseId, teaches) => {
    await expect(probeCourseTeacher(upstream(), as(userId), courseId)).resolves.toBe(teaches)
    expect(fake().journal.count()).toBe(1)
  })

  it('throws upstream_refused for a revoked token, instead of returning false', async () => {
    const call = { ...as(101), token: '0'.repeat(40) }
    expect((await failureOf(probeCourseTeacher(upstream(), call, 11))).code).toBe('upstream_refused')
  })

  it.each(['{}', '[]', '{"results":[]}', '{"next":null,"results":{}}', '"yes"', 'true'])(
    'returns false for %s',
    async (body) => {
      const { upstream: odd } = await upstreamWith((socket) => socket.write(replyOf(200, body)))
      expect((await failureOf(probeCourseTeacher(odd, someCall, 11))).code).toBe('upstream_malformed')
    },
  )

  it('throws on a failure, instead of returning false', async () => {
    fake().faults.add({ path: '/api/v2/courses/11/usertags', action: { kind: 'status', status: 500 } })
    expect((await failureOf(probeCourseTeacher(upstream(), as(101), 11))).code).toBe('upstream_unavailable')
  })
})
