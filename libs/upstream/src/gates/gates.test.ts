import { describe, expect, it, vi } from 'vitest'
import { replyOf, identityBody } from '../adversarial-server.fixture.ts'
import { failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'
import { bytesOf, fileReply } from '../submissions/submission-files.fixture.ts'
import { submissionReply } from '../submissions/submission-reply.fixture.ts'
import {
  fetchIdentity,
  fetchSubmission,
  fetchUser,
  listSubmissionHeads,
  openSubmissionFile,
  readSubmissionFile,
  type Upstream,
  type UpstreamCall,
} from '../index.ts'

describe('createGates', () => {
  it.each(all)('failed calls for %s open the breaker of no other purpose', async (failing) => {
    const { upstream } = await upstreamWith(
      (socket, head) => socket.write(head.includes(purposes[failing].mark) ? replyOf(501, '') : goodReply(head)),
      { limits: { breaker } },
    )
    for (let call = 0; call < breaker.minimumCalls; call += 1)
      await failureOf(purposes[failing].ask(upstream, someCall))
    expect((await failureOf(purposes[failing].ask(upstream, someCall))).reason).toBe('breaker_open')
    for (const other of all.filter((each) => each !== failing))
      await expect(purposes[other].ask(upstream, someCall), other).resolves.toBeDefined()
  })

  it('allows lists of other exercises after many lists that A+ cannot write', async () => {
    const { upstream } = await upstreamWith(
      (socket, head) =>
        socket.write(
          head.includes('exercise_id=1103&') ? replyOf(500, '<h1>Server Error (500)</h1>') : goodReply(head),
        ),
      { limits: { breaker } },
    )
    for (let call = 0; call < 2 * breaker.minimumCalls; call += 1)
      expect(await listSubmissionHeads(upstream, someCall, 11, 1103)).toBeNull()
    expect(await listSubmissionHeads(upstream, someCall, 11, 1104)).toEqual({ heads: [], unreadableRows: 0 })
  })

  it.each(all)('waiting calls for %s take the slots of no other purpose', async (waiting) => {
    const { upstream, server } = await upstreamWith(
      (socket, head) => {
        if (!head.includes(purposes[waiting].mark)) socket.write(goodReply(head))
      },
      { concurrency: 8 },
    )
    const caller = new AbortController()
    const calls = Array.from({ length: 20 }, () =>
      failureOf(purposes[waiting].ask(upstream, { ...someCall, signal: caller.signal })),
    )
    await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(0), { timeout: 60_000, interval: 5 })
    for (const other of all.filter((each) => each !== waiting))
      await expect(purposes[other].ask(upstream, someCall), other).resolves.toBeDefined()
    caller.abort()
    await Promise.all(calls)
  })

  it.each([
    [32, 8, 4, 12, 2, 4, 2, 16],
    [12, 3, 1, 5, 1, 1, 1, 16],
    [8, 2, 1, 2, 1, 1, 1, 16],
    [2, 1, 1, 1, 1, 1, 1, 16],
  ])(
    'divides %i slots without streams: %i for validation, %i for first validations, %i for data, %i for bulk, %i for contents, %i for archives, %i for streams',
    async (concurrency, ...shares) => {
      const { upstream } = await upstreamWith(() => {}, { concurrency, timeoutMs: 60_000, limits: { queueLimit: 0 } })
      const caller = new AbortController()
      const ends = all.map((purpose) =>
        Array.from({ length: 20 }, () =>
          failureOf(purposes[purpose].ask(upstream, { ...someCall, signal: caller.signal })).then(
            ({ reason }) => reason,
          ),
        ),
      )
      const refused = await Promise.all(ends.map((calls, at) => Promise.all(calls.slice(shares[at]))))
      caller.abort()
      const held = await Promise.all(ends.map((calls, at) => Promise.all(calls.slice(0, shares[at]))))
      expect(new Set(refused.flat())).toEqual(new Set(['bulkhead_full']))
      expect(new Set(held.flat())).toEqual(new Set(['aborted']))
    },
  )
})

/** One operation of each purpose, and the text in the head of its request by which the server recognises it. */
const purposes = {
  validation: {
    mark: 'Token known',
    ask: (upstream: Upstream, call: UpstreamCall) => fetchIdentity(upstream, { ...call, token: 'known' }),
  },
  first_validation: {
    mark: 'Token new',
    ask: (upstream: Upstream, call: UpstreamCall) =>
      fetchIdentity(upstream, { ...call, token: 'new' }, 'first_validation'),
  },
  data: { mark: '/users/101', ask: (upstream: Upstream, call: UpstreamCall) => fetchUser(upstream, call, 101) },
  bulk: {
    mark: '/submissiondata',
    ask: (upstream: Upstream, call: UpstreamCall) => listSubmissionHeads(upstream, call, 11, 1103),
  },
  content: {
    mark: '/files/8',
    ask: (upstream: Upstream, call: UpstreamCall) => readSubmissionFile(upstream, call, 3001, 8, 100),
  },
  archive: {
    mark: '/submissions/3001 ',
    ask: (upstream: Upstream, call: UpstreamCall) => fetchSubmission(upstream, call, 3001, 'archive'),
  },
  stream: {
    mark: '/files/7',
    ask: async (upstream: Upstream, call: UpstreamCall) =>
      bytesOf((await openSubmissionFile(upstream, call, 3001, 7)).body),
  },
}
const all = ['validation', 'first_validation', 'data', 'bulk', 'content', 'archive', 'stream'] as const
const breaker = { minimumCalls: 10, failureShare: 0.5, windowMs: 60_000, openMs: 60_000 }
const goodReply = (head: string): Buffer => {
  if (head.includes('/files/')) return fileReply('bytes')
  if (head.includes(purposes.archive.mark)) return replyOf(200, JSON.stringify(submissionReply()))
  return replyOf(200, head.includes('submissiondata') ? '[]' : identityBody())
}
