import { describe, expect, it, onTestFinished } from 'vitest'
import { replyOf } from '../adversarial-server.fixture.ts'
import { useFakeUpstream } from '../fake-upstream-client.fixture.ts'
import { failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'
import { findUsersByEmail } from '../index.ts'

const { fake, upstream, as } = useFakeUpstream()
const emailOf = (userId: number): string => fake().world.user(userId).email
const find = (emails: string[], asker = 101) => findUsersByEmail(upstream(), as(asker), emails)

describe('findUsersByEmail', () => {
  it('returns the users with the given addresses, in one request', async () => {
    const found = await find([emailOf(102), 'nobody@example.org', emailOf(103)])
    expect(found).toEqual([
      { userId: 102, email: emailOf(102) },
      { userId: 103, email: emailOf(103) },
    ])
    expect(fake().journal.count()).toBe(1)
  })

  it('compares character by character, as A+ does', async () => {
    expect(await find([emailOf(102).toUpperCase()])).toEqual([])
  })

  it('returns several users with the same address, over several pages', async () => {
    const { world } = fake()
    const added = Array.from({ length: 230 }, (_, number) =>
      world.addUser({ username: `twin-${number}`, email: 'twins@example.org' }),
    )
    onTestFinished(() => added.forEach(({ id }) => world.users.delete(id)))
    const found = await find(['twins@example.org', emailOf(101)])
    expect(new Set(found.map(({ userId }) => userId))).toEqual(new Set([101, ...added.map(({ id }) => id)]))
    expect(found).toHaveLength(231)
    expect(fake().journal.count()).toBe(3)
  })

  it.each(['a+b@example.org', 'ä&values=x@example.org', '50%25#@example.org', '"a b"@example.org'])(
    'sends %s unchanged',
    async (email) => {
      const { id } = fake().world.addUser({ username: 'odd', email })
      onTestFinished(() => void fake().world.users.delete(id))
      expect(await find([email])).toEqual([{ userId: id, email }])
    },
  )

  it.each(['', ' ', 'a@example.org,teacher@example.org', ' teacher@example.org', '\ud800'])(
    'returns nobody for %j without a request, since A+ would read another address',
    async (email) => {
      expect(await find([email])).toEqual([])
      expect(fake().journal.count()).toBe(0)
    },
  )

  it('returns only the caller if the caller is no teacher', async () => {
    expect(await find([emailOf(101), emailOf(201)], 201)).toEqual([{ userId: 201, email: emailOf(201) }])
  })

  it('keeps each request short, even with long addresses', async () => {
    const emails = Array.from({ length: 50 }, (_, number) => `${'ö'.repeat(60)}${number}@example.org`)
    const { id } = fake().world.addUser({ username: 'last', email: emails[49] ?? '' })
    onTestFinished(() => void fake().world.users.delete(id))
    expect(await find(emails)).toEqual([{ userId: id, email: emails[49] }])
    expect(Math.max(...fake().journal.entries.map(({ query }) => query.length))).toBeLessThan(2100)
  })

  it('accepts at most 50 addresses', async () => {
    await expect(find(Array.from({ length: 51 }, (_, number) => `${number}@example.org`))).rejects.toThrow(RangeError)
  })

  it('rejects a reply with other users than requested', async () => {
    const body = JSON.stringify({
      count: 2,
      next: null,
      results: [
        { id: 5, email: 'x@example.org' },
        { id: 6, email: 'y@example.org' },
      ],
    })
    const { upstream: odd } = await upstreamWith((socket) => socket.write(replyOf(200, body)))
    expect(await findUsersByEmail(odd, someCall, ['y@example.org'])).toEqual([{ userId: 6, email: 'y@example.org' }])
  })

  it('fails if a later page fails', async () => {
    const { upstream: odd } = await upstreamWith((socket, head) =>
      socket.write(
        head.includes('page=1 ')
          ? replyOf(200, JSON.stringify({ next: 'more', results: [{ id: 5, email: 'x@example.org' }] }))
          : replyOf(500, ''),
      ),
    )
    expect((await failureOf(findUsersByEmail(odd, someCall, ['x@example.org']))).code).toBe('upstream_unavailable')
  })
})
