import { describe, expect, it } from 'vitest'
import { replyOf, identityBody } from '../adversarial-server.fixture.ts'
import { useFakeUpstream } from '../fake-upstream-client.fixture.ts'
import { failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'
import { findCourseStaff } from '../index.ts'

const { fake, upstream, as } = useFakeUpstream()

describe('findCourseStaff', () => {
  it.each([
    ['the teacher herself', 101, 11, 'Terry Teacher', true],
    ['an assistant', 102, 11, 'Assi Suomenkielinen', true],
    ['an assistant of another course', 102, 12, 'Assi Suomenkielinen', false],
    ["another course's teacher", 104, 11, expect.any(String), false],
    ['a student', 201, 11, expect.any(String), false],
    ['an outsider', 105, 11, expect.any(String), false],
    ['somebody who does not exist', 999_999, 11, null, false],
  ])('returns the right result to a teacher about %s', async (_who, userId, courseId, fullName, isStaff) => {
    const found = await findCourseStaff(upstream(), as(101), userId, courseId)
    expect(found).toEqual({ userId, fullName, isStaff })
    expect(fake().journal.count()).toBe(1)
  })

  it('has no name of a user whom A+ does not show to the caller, and who is not staff', async () => {
    expect(await findCourseStaff(upstream(), as(201), 102, 11)).toEqual({ userId: 102, fullName: null, isStaff: false })
  })

  it('throws upstream_refused for a revoked token', async () => {
    const call = { ...as(101), token: '0'.repeat(40) }
    expect((await failureOf(findCourseStaff(upstream(), call, 102, 11))).code).toBe('upstream_refused')
  })

  it('throws on a 403 instead of returning null', async () => {
    fake().faults.add({ path: '/api/v2/users/102', action: { kind: 'status', status: 403 } })
    expect((await failureOf(findCourseStaff(upstream(), as(101), 102, 11))).code).toBe('upstream_rejected')
  })

  it('rejects a reply about another user', async () => {
    const { upstream: lied } = await upstreamWith((socket) => socket.write(replyOf(200, identityBody({ id: 102 }))))
    const error = await failureOf(findCourseStaff(lied, someCall, 103, 11))
    expect([error.code, error.reason]).toEqual(['upstream_malformed', 'schema'])
  })
})
