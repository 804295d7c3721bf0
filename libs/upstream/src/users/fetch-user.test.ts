import { describe, expect, it } from 'vitest'
import { replyOf, identityBody } from '../adversarial-server.fixture.ts'
import { useFakeUpstream } from '../fake-upstream-client.fixture.ts'
import { failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'
import { fetchUser } from '../index.ts'

const { fake, upstream, as } = useFakeUpstream()

describe('fetchUser', () => {
  it('returns any user to a teacher, with address and courses, in one request', async () => {
    const user = await fetchUser(upstream(), as(101), 102)
    const { username, email, studentId } = fake().world.user(102)
    expect(user).toMatchObject({
      userId: 102,
      username,
      email,
      studentId,
      staffCourses: [{ courseId: 11, code: 'PRG-1' }],
    })
    expect(fake().journal.entries).toMatchObject([{ path: '/api/v2/users/102' }])
  })

  it('returns students themselves', async () => {
    expect(await fetchUser(upstream(), as(201), 201)).toMatchObject({ userId: 201, studentId: '500201' })
  })

  it.each([
    ['another user, for a student', 201, 101],
    ['another user, for an assistant', 102, 101],
    ['nobody', 101, 999_999],
  ])('is null for %s', async (_who, asker, userId) => {
    expect(await fetchUser(upstream(), as(asker), userId)).toBeNull()
  })

  it('throws on a 403 instead of returning null', async () => {
    fake().faults.add({ path: '/api/v2/users/102', action: { kind: 'status', status: 403 } })
    expect((await failureOf(fetchUser(upstream(), as(101), 102))).code).toBe('upstream_rejected')
  })

  it('rejects a reply about another user', async () => {
    const { upstream: lied } = await upstreamWith((socket) => socket.write(replyOf(200, identityBody({ id: 102 }))))
    expect((await failureOf(fetchUser(lied, someCall, 103))).reason).toBe('schema')
  })
})
