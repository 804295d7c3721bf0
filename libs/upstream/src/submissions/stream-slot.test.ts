import { describe, expect, it, vi } from 'vitest'
import { replyOf } from '../adversarial-server.fixture.ts'
import { useFakeUpstream } from '../fake-upstream-client.fixture.ts'
import { fetchUser, openSubmissionFile, type Upstream } from '../index.ts'
import { ampleMs, failureOf, someCall, upstreamOf, upstreamWith } from '../upstream-under-test.fixture.ts'
import { beginning, bytesOf } from './submission-files.fixture.ts'

describe('the slot of a file stream', () => {
  const openAllSlots = (client: Upstream) => Promise.all(Array.from({ length: 16 }, () => open(client)))
  const leave = (files: readonly Awaited<ReturnType<typeof open>>[]) =>
    Promise.all(files.map(async ({ body }) => await body.return?.()))

  it('is in use until the body has ended, and is not one of the slots of other calls', async () => {
    const { upstream: client, server } = await upstreamWith(
      (socket, head) => {
        if (head.includes('/users/')) socket.write(replyOf(404, ''))
        else socket.write(beginning)
      },
      { concurrency: 4 },
    )
    const opened = () => server.requests.filter((head) => head.includes('/files/')).length
    const first = await openAllSlots(client)
    const next = open(client)
    expect(await fetchUser(client, someCall, 101)).toBeNull()
    expect(opened()).toBe(first.length)
    await first.pop()?.body.return?.()
    await leave([...first, await next])
    expect(opened()).toBe(17)
  })

  it('is waited for as long as the call says, independently of the time limit of calls', async () => {
    const { upstream: client } = await upstreamWith((socket) => socket.write(beginning), {
      concurrency: 4,
      timeoutMs: 1_000,
      limits: { queueWaitMs: 50 },
    })
    const first = await openAllSlots(client)
    expect((await failureOf(open(client))).reason).toBe('bulkhead_full')
    setTimeout(() => void first.pop()?.body.return?.(), 1_500)
    const next = await openSubmissionFile(client, someCall, 3001, 7, { waitMs: ampleMs })
    await leave([...first, next])
  })

  it('is reported to `observe` once, when the body has ended', async () => {
    const observed: [string, string][] = []
    const client = upstreamOf(fake().url, { observe: (operation, { outcome }) => observed.push([operation, outcome]) })
    const { body } = await openSubmissionFile(client, as(101), 3001, fileOf(3001, 1))
    expect(observed).toEqual([])
    await bytesOf(body)
    await vi.waitFor(() => expect(observed).toHaveLength(1), 60_000)
    expect(observed[0]).toEqual(['openSubmissionFile', 'ok'])
    const left = await openSubmissionFile(client, as(101), 3005, fileOf(3005, 1))
    await left.body.return?.()
    await vi.waitFor(() => expect(observed[1]).toEqual(['openSubmissionFile', 'aborted']), 60_000)
  })

  describe('under a breaker', () => {
    const breaking = async (openMs: number) => {
      const breaker = { minimumCalls: 10, failureShare: 0.5, windowMs: ampleMs, openMs }
      const health = { breaks: false }
      const { upstream: client } = await upstreamWith(
        (socket) => (health.breaks ? socket.end(beginning) : socket.write(beginning)),
        { limits: { breaker } },
      )
      const reasons: string[] = []
      const breakOff = async (calls: number): Promise<void> => {
        health.breaks = true
        for (let call = 0; call < calls; call += 1) reasons.push((await failureOf(read(client))).reason)
        health.breaks = false
      }
      return { client, breakOff, reasons }
    }

    it('opens the breaker when files are cut off, however many other streams their readers have ended', async () => {
      const { client, breakOff, reasons } = await breaking(ampleMs)
      for (let call = 0; call < 20; call += 1) await (await open(client)).body.return?.()
      await breakOff(11)
      expect(reasons).toEqual([...Array.from({ length: 10 }, () => 'cut_off'), 'breaker_open'])
    })

    it('closes the breaker when the head of a probe has arrived, before its body has ended', async () => {
      const { client, breakOff } = await breaking(100)
      await breakOff(10)
      const probe = await vi.waitFor(() => open(client), 60_000)
      const other = await open(client)
      await probe.body.return?.()
      await other.body.return?.()
    })
  })
})

const { fake, as } = useFakeUpstream()
const fileOf = (submissionId: number, at: number): number => fake().world.submission(submissionId).files[at]?.id ?? 0
const open = (client: Upstream) => openSubmissionFile(client, someCall, 3001, 7)
const read = async (client: Upstream) => bytesOf((await open(client)).body)
