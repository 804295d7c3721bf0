import { describe, expect, it, vi } from 'vitest'
import { replyOf, type Script } from '../adversarial-server.fixture.ts'
import { useFakeUpstream } from '../fake-upstream-client.fixture.ts'
import { failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'
import { listStudents } from '../index.ts'

describe('listStudents', () => {
  it.each([
    ['a teacher', 101],
    ['an assistant', 102],
  ])('returns the students with their tags to %s', async (_who, userId) => {
    const roster = await listStudents(upstream(), as(userId), 11, limits)
    expect([idsOf(roster), roster.pagesRead, roster.isSteady]).toEqual([range(201, 230), 1, true])
    expect(roster.students[4]).toEqual({
      userId: 205,
      username: 'student05',
      fullName: fullName(205),
      email: fake().world.user(205).email,
      studentId: '500205',
      tagSlugs: ['user-internal', 'group-a', 'retaking'],
    })
  })

  it('reads 1,200 students in exactly 12 requests', async () => {
    const roster = await listStudents(upstream(), as(104), 13, limits)
    expect([idsOf(roster), roster.pagesRead, roster.isSteady]).toEqual([range(301, 1500), 12, true])
    expect(
      fake()
        .journal.entries.map(({ query }) => query)
        .toSorted(),
    ).toEqual(
      range(1, 12)
        .map((number) => `page=${number}`)
        .toSorted(),
    )
  })

  it('has at most four pages in flight', async () => {
    let [inFlight, most] = [0, 0]
    const { upstream: client } = await upstreamWith((socket, head, number) => {
      inFlight += 1
      most = Math.max(most, inFlight)
      setTimeout(() => {
        inFlight -= 1
        listOf(() => range(1, 30))(socket, head, number)
      }, 20)
    })
    expect(idsOf(await listStudents(client, someCall, 11, limits))).toEqual(range(1, 30))
    expect(most).toBe(4)
  })

  it('returns only the own entry to a student', async () => {
    expect(idsOf(await listStudents(upstream(), as(201), 11, limits))).toEqual([201])
  })

  it('returns no students of an empty course', async () => {
    expect(await listStudents(upstream(), as(101), 12, limits)).toEqual({ students: [], pagesRead: 1, isSteady: true })
  })

  it('rejects for a user who is not in the course', async () => {
    expect((await failureOf(listStudents(upstream(), as(105), 11, limits))).code).toBe('upstream_rejected')
  })
})

describe('listStudents while the list changes', () => {
  it('reads one more page if the list grew, and then reads all pages again', async () => {
    const { upstream: client } = await upstreamWith(listOf((request) => range(1, request < 3 ? 9 : 10)))
    const roster = await listStudents(client, someCall, 11, limits)
    expect([idsOf(roster), roster.pagesRead, roster.isSteady]).toEqual([range(1, 10), 8, true])
  })

  it('ends at the last page if the list became shorter, and then reads all pages again', async () => {
    const { upstream: client } = await upstreamWith(listOf((request) => range(1, request === 1 ? 10 : 9)))
    const roster = await listStudents(client, someCall, 11, limits)
    expect([idsOf(roster), roster.pagesRead, roster.isSteady]).toEqual([range(1, 9), 7, true])
  })

  it('finds a student who moved to a page that was already read', async () => {
    // Student 1 leaves after the first page was read. So student 4 has moved to that page, and is on none of the following
    // ones.
    const { upstream: client } = await upstreamWith(listOf((request) => range(request === 1 ? 1 : 2, 9)))
    const roster = await listStudents(client, someCall, 11, limits)
    expect([idsOf(roster), roster.isSteady]).toEqual([range(2, 9), true])
  })

  it('returns each student once, and reports a list that changes during every reading', async () => {
    const { upstream: client } = await upstreamWith(listOf((request) => range(1, 9 + request)))
    const roster = await listStudents(client, someCall, 11, limits)
    expect(roster.isSteady).toBe(false)
    expect(idsOf(roster)).toEqual([...new Set(idsOf(roster))])
  })

  it('does not read a list twice if that would exceed the limit of pages', async () => {
    const { upstream: client, server } = await upstreamWith(listOf((request) => range(1, request === 1 ? 9 : 8)))
    const roster = await listStudents(client, someCall, 11, { maxPages: 5 })
    expect([roster.pagesRead, roster.isSteady, server.requests.length]).toEqual([3, false, 3])
  })
})

describe('listStudents with an invalid list', () => {
  it('fails after the first page if there are more pages than the limit', async () => {
    const { upstream: client, server } = await upstreamWith(listOf(() => range(1, 30)))
    const error = await failureOf(listStudents(client, someCall, 11, { maxPages: 9 }))
    expect([error.reason, error.code, server.requests.length]).toEqual(['too_many_pages', 'upstream_malformed', 1])
  })

  it('does not request the pages of a list that claims to have a thousand million', async () => {
    const body = JSON.stringify({ count: 1e11, next: null, results: [item(1)] })
    const { upstream: client, server } = await upstreamWith((socket) => socket.write(replyOf(200, body)))
    expect((await failureOf(listStudents(client, someCall, 11, limits))).reason).toBe('too_many_pages')
    expect(server.requests).toHaveLength(1)
  })

  it('rejects an empty page of a list that is not empty', async () => {
    const { upstream: client } = await upstreamWith((socket) =>
      socket.write(replyOf(200, JSON.stringify({ count: 7, next: null, results: [] }))),
    )
    expect((await failureOf(listStudents(client, someCall, 11, limits))).reason).toBe('schema')
  })

  it('returns no part of a list if one page fails, and ends the calls for other pages', async () => {
    const closed: number[] = []
    const { upstream: client, server } = await upstreamWith((socket, head, request) => {
      if (request === 1) listOf(() => range(1, 30))(socket, head, request)
      else if (pageNumber(head) === 4) socket.write(replyOf(500, ''))
      else socket.on('close', () => closed.push(pageNumber(head)))
    })
    const error = await failureOf(listStudents(client, someCall, 11, limits))
    expect(error.code).toBe('upstream_unavailable')
    await vi.waitFor(() => expect(closed.toSorted()).toEqual([2, 3, 5]), { timeout: 60_000, interval: 5 })
    expect(server.requests).toHaveLength(5)
  })

  it('ends when the caller aborts', async () => {
    const caller = new AbortController()
    const { upstream: client } = await upstreamWith((socket, head, request) => {
      if (request < 5) listOf(() => range(1, 30))(socket, head, request)
      else caller.abort()
    })
    const error = await failureOf(listStudents(client, { ...someCall, signal: caller.signal }, 11, limits))
    expect(error.reason).toBe('aborted')
  })

  it('applies the time limit of a call to each page, not to the list', async () => {
    const { upstream: client } = await upstreamWith(
      (socket, head, request) => {
        setTimeout(() => listOf(() => range(1, 60))(socket, head, request), 700)
      },
      { timeoutMs: 2_000 },
    )
    expect(idsOf(await listStudents(client, someCall, 11, limits))).toHaveLength(60) // the first, and four of the others at a time: three times 700 ms
  })
})

function fullName(userId: number): string {
  const { firstName, lastName } = fake().world.user(userId)
  return `${firstName} ${lastName}`
}

const { fake, upstream, as } = useFakeUpstream()
const limits = { maxPages: 50 }
const item = (id: number) => ({
  id,
  username: `student-${id}`,
  student_id: null,
  email: `${id}@example.org`,
  full_name: `S ${id}`,
  tag_slugs: ['user-internal'],
})
const pageNumber = (head: string): number => Number(/\?page=(\d+) /.exec(head)?.[1])
const idsOf = ({ students }: { students: readonly { userId: number }[] }): number[] =>
  students.map(({ userId }) => userId)
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** A list with three students on a page. It may differ with every request; the first request is number 1. */
const listOf =
  (idsAt: (request: number) => number[]): Script =>
  (socket, head, request) => {
    const ids = idsAt(request)
    const number = pageNumber(head)
    const results = ids.slice(3 * number - 3, 3 * number).map(item)
    const next = 3 * number < ids.length ? 'http://elsewhere.example/?page=2' : null
    if (number > 1 && results.length === 0) socket.write(replyOf(404, '{"detail":"Invalid page."}'))
    else socket.write(replyOf(200, JSON.stringify({ count: ids.length, next, previous: null, results })))
  }
