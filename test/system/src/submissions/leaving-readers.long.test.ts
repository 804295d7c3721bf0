import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { patienceMs, readiness, waitFor } from '../service-process.ts'
import { mebibyte, signInAs, startSubmissionsWorld, type SubmissionsWorld } from './submissions-world.ts'

const goneWithinMs = 1_000
/** A busy machine may make one of the tries late, but not all. */
const tries = 3

/** The files of a demo exercise, with a file that no reader takes within its time. */
const largeArchive = '/courses/11/exercises/1104/archive'
const largeBytes = 4096 * mebibyte

let world: SubmissionsWorld
beforeAll(async () => {
  world = await startSubmissionsWorld()
  await world.handIn(largeBytes)
  for (const userId of [301, 302, 303, 304])
    await world.simulator.edit({ edit: 'setRole', courseId: 11, userId, role: 'teacher' })
  await world.refresh()
})
afterAll(() => world.stop())
afterEach(async () => {
  await world.simulator.clearFaults()
  expect(await readiness(world.service)).toBe(200)
  expect(world.service.logLines().filter(({ level }) => level === 'error')).toEqual([])
})

/** Requests for submissions to which the simulator has not replied. */
const unanswered = async () =>
  (await world.simulator.entries({ operation: 'readSubmission' })).filter(({ outcome }) => outcome === null)

describe('a reader that leaves', () => {
  it.each(['file', 'archive'] as const)(
    'in the middle of a streamed %s ends the call to the learning platform within a second',
    async (kind) => {
      const tookMs: number[] = []
      for (let turn = 0; turn < tries && !tookMs.some((took) => took < goneWithinMs); turn += 1) {
        const handedIn = await world.handIn(largeBytes)
        const reply = await world.open(handedIn[kind])
        await reply.readSome(mebibyte)
        const leftAt = performance.now()
        reply.leave()
        await waitFor('the call to end', patienceMs, async () => {
          const { outcome } = await world.simulator.readOf(handedIn)
          return outcome === 'client_left' || undefined
        })
        tookMs.push(performance.now() - leftAt)
      }
      expect(Math.min(...tookMs)).toBeLessThan(goneWithinMs)
    },
  )

  it.each(['file', 'archive'] as const)(
    'while the learning platform is silent in the middle of its %s ends the call',
    async (kind) => {
      const handedIn = await world.handIn(largeBytes)
      const action = { kind: 'stall', bytes: 2 * mebibyte } as const
      await world.simulator.addFault({ path: handedIn.upstreamPath, action })
      const reply = await world.open(handedIn[kind])
      // Everything that has arrived, except the last bytes of an archive, which are held back.
      await reply.readSome(action.bytes - 4096)
      const leftAt = performance.now()
      reply.leave()
      await waitFor('the call to end', patienceMs, async () => {
        const { outcome } = await world.simulator.readOf(handedIn)
        return outcome === 'client_left' || undefined
      })
      // Without the reader's leaving, the silence would end the call after 10 s.
      expect(performance.now() - leftAt).toBeLessThan(8_000)
    },
  )

  it('while its next submissions are being requested does not crash the process', async () => {
    await world.simulator.addFault({
      path: '/api/v2/submissions/*',
      after: 1,
      action: { kind: 'never_answer' },
    })
    const reply = await world.open(largeArchive)
    await waitFor('submissions to be asked for', patienceMs, async () => (await unanswered()).length >= 2 || undefined)
    reply.leave()
    await waitFor('all calls to end', patienceMs, async () => (await unanswered()).length === 0 || undefined)
    await world.simulator.clearFaults()
    // The process still runs, so there was no uncaught error.
    expect((await world.open('/courses/11')).status).toBe(200)
  })
})

describe('archives of exercises', () => {
  it('are at most two at once for a person: a third is rejected with Retry-After until a reader leaves', async () => {
    const session = await signInAs(world, 301)
    const open = () => world.open(largeArchive, { session })
    const [first, second] = [await open(), await open()]
    const third = await open()
    expect([first.status, second.status, third.status]).toEqual([200, 200, 503])
    expect(third.headers['retry-after']).toBe('30')
    third.leave()
    first.leave()
    const again = await waitFor('the slot to come back', goneWithinMs * 10, async () => {
      const reply = await open()
      if (reply.status === 200) return reply
      reply.leave()
      return undefined
    })
    for (const reply of [second, again]) reply.leave()
  })

  it('are at most eight at once for all: a ninth is rejected, and all slots are released', async () => {
    const sessions = await Promise.all([101, 301, 302, 303, 304].map((userId) => signInAs(world, userId)))
    for (let turn = 0; turn < 3; turn += 1) {
      const replies = await waitFor('all slots to be free', goneWithinMs * 10, async () => {
        const opened = []
        for (const session of sessions.slice(0, 4))
          for (let count = 0; count < 2; count += 1) opened.push(await world.open(largeArchive, { session }))
        if (opened.every(({ status }) => status === 200)) return opened
        for (const reply of opened) reply.leave()
        return undefined
      })
      const ninth = await world.open(largeArchive, { session: sessions[4]! })
      expect([ninth.status, ninth.headers['retry-after']]).toEqual([503, '30'])
      for (const reply of [...replies, ninth]) reply.leave()
    }
  })
})
