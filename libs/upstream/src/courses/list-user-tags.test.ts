import { describe, expect, it, onTestFinished } from 'vitest'
import { replyOf, startAdversarialServer, type Script } from '../adversarial-server.fixture.ts'
import { useFakeUpstream } from '../fake-upstream-client.fixture.ts'
import { failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'
import { listUserTags } from '../index.ts'

describe('listUserTags', () => {
  it("returns the course's own tags and leaves out the built-in ones", async () => {
    await expect(listUserTags(upstream(), as(101), 11)).resolves.toEqual([
      {
        tagId: 31,
        slug: 'group-a',
        name: 'Group A',
        description: 'Exercise group A',
        color: '#1B7F4B',
        fontWhite: true,
        visibleToStudents: true,
      },
      {
        tagId: 32,
        slug: 'group-b',
        name: 'Group B',
        description: 'Exercise group B',
        color: '#FFE08A',
        fontWhite: false,
        visibleToStudents: true,
      },
      {
        tagId: 33,
        slug: 'retaking',
        name: 'Retaking',
        description: '',
        color: '#CD0000',
        fontWhite: true,
        visibleToStudents: false,
      },
    ])
    expect(fake().journal.count()).toBe(1)
  })

  it('reads every page of a long list', async () => {
    const { world } = fake()
    const added = Array.from({ length: 250 }, (_, number) =>
      world.addTag({ courseId: 12, slug: `t-${number}`, name: `T ${number}` }),
    )
    onTestFinished(() => added.forEach(({ id }) => world.removeTag(id)))
    const tags = await listUserTags(upstream(), as(101), 12)
    expect(new Set(tags.map(({ slug }) => slug))).toEqual(new Set(added.map(({ slug }) => slug)))
    expect(tags).toHaveLength(250)
    expect(fake().journal.entries.map(({ query }) => query)).toEqual(['page=1', 'page=2', 'page=3'])
  })

  it.each([
    ['an assistant', 102],
    ['a student', 201],
  ])('rejects for %s', async (_who, userId) => {
    expect((await failureOf(listUserTags(upstream(), as(userId), 11))).code).toBe('upstream_rejected')
  })

  it('rejects for a course that does not exist', async () => {
    expect((await failureOf(listUserTags(upstream(), as(101), 999_999))).status).toBe(404)
  })

  it('requests the next page from its own origin, wherever the link points', async () => {
    const elsewhere = await startAdversarialServer((socket) => socket.end())
    onTestFinished(() => elsewhere.close())
    const { upstream: client, server } = await upstreamWith((socket, head) =>
      socket.write(
        pageNumber(head) === 1
          ? page([tag(null, 'user-internal'), tag(1, 'a')], `${elsewhere.url}/api/v2/courses/11/usertags?page=2`)
          : page([tag(2, 'b')], null),
      ),
    )
    expect((await listUserTags(client, someCall, 11)).map(({ slug }) => slug)).toEqual(['a', 'b'])
    expect([server.requests.length, elsewhere.connections()]).toEqual([2, 0])
  })

  it('keeps the first of two tags with the same id or slug, since pages may shift', async () => {
    const { upstream: client } = await upstreamWith((socket, head) =>
      socket.write(
        pageNumber(head) === 1
          ? page([tag(1, 'a'), tag(2, 'b')], 'more')
          : page([tag(2, 'b'), tag(1, 'c'), tag(3, 'a'), tag(4, 'd')], null),
      ),
    )
    expect((await listUserTags(client, someCall, 11)).map(({ tagId }) => tagId)).toEqual([1, 2, 4])
  })

  it('reads the list again if it became shorter meanwhile, so that tags that moved to an earlier page are not lost', async () => {
    const { upstream: client, server } = await upstreamWith((socket, head, number) => {
      if (pageNumber(head) > 1) socket.write(replyOf(404, '{"detail":"Invalid page."}'))
      else
        socket.write(number === 1 ? page([tag(1, 'a'), tag(2, 'b')], 'more') : page([tag(1, 'a'), tag(3, 'c')], null))
    })
    expect((await listUserTags(client, someCall, 11)).map(({ tagId }) => tagId)).toEqual([1, 3])
    expect(server.requests).toHaveLength(3)
  })

  it('fails if an announced page does not exist on the second reading either', async () => {
    const { upstream: client, server } = await upstreamWith((socket, head) =>
      socket.write(pageNumber(head) === 1 ? page([tag(1, 'a')], 'more') : replyOf(404, '<h1>Not found</h1>')),
    )
    expect(await failureOf(listUserTags(client, someCall, 11))).toMatchObject({
      code: 'upstream_malformed',
      reason: 'unexpected_status',
    })
    expect(server.requests).toHaveLength(4)
  })

  it('returns no part of a list when a later page fails', async () => {
    const { upstream: client } = await upstreamWith((socket, head) =>
      socket.write(pageNumber(head) === 1 ? page([tag(1, 'a')], 'more') : replyOf(500, '')),
    )
    expect((await failureOf(listUserTags(client, someCall, 11))).code).toBe('upstream_unavailable')
  })

  it('fails after 50 pages of an endless list', async () => {
    const { upstream: client, server } = await upstreamWith((socket, head) =>
      socket.write(page([tag(pageNumber(head), `t-${pageNumber(head)}`)], 'more')),
    )
    const error = await failureOf(listUserTags(client, someCall, 11))
    expect([error.reason, error.code, server.requests.length]).toEqual(['too_many_pages', 'upstream_malformed', 50])
  })

  it('fails after six time limits if all pages are slow', async () => {
    const slow: Script = (socket, head) => {
      setTimeout(() => socket.write(page([tag(pageNumber(head), `t-${pageNumber(head)}`)], 'more')), 120)
    }
    const { upstream: client } = await upstreamWith(slow, { timeoutMs: 200 })
    // Without this limit the call would read 50 pages, and fail with another reason.
    expect((await failureOf(listUserTags(client, someCall, 11))).reason).toBe('timeout')
  })

  it('ends when the caller aborts', async () => {
    const caller = new AbortController()
    const { upstream: client } = await upstreamWith(() => caller.abort())
    const error = await failureOf(listUserTags(client, { ...someCall, signal: caller.signal }, 11))
    expect(error.reason).toBe('aborted')
  })
})

const { fake, upstream, as } = useFakeUpstream()
const tag = (id: number | null, slug: string) => ({
  id,
  slug,
  name: slug,
  description: '',
  visible_to_students: false,
  color: '#CD0000',
  font_white: true,
})
const page = (results: unknown[], next: string | null): Buffer =>
  replyOf(200, JSON.stringify({ count: 1, next, previous: null, results }))
const pageNumber = (head: string): number => Number(/\?page=(\d+) /.exec(head)?.[1])
