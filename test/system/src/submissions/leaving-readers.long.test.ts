import { describe, expect } from 'vitest'
import { readiness, waitFor } from '../service-process.ts'
import { it as onSubmissions } from './submissions-test.ts'
import { mebibyte, type SubmissionsWorld } from './submissions-world.ts'

describe('a reader that leaves', () => {
  it.for(['file', 'archive'] as const)(
    'in the middle of a streamed %s ends the call to the learning platform within a second',
    async (kind, { world }) => {
      const tookMs: number[] = []
      for (let turn = 0; turn < tries && !tookMs.some((took) => took < goneWithinMs); turn += 1) {
        const handedIn = await world.handIn(largeBytes)
        const reply = await world.open(handedIn[kind])
        await reply.readSome(mebibyte)
        const leftAt = performance.now()
        reply.leave()
        await world.simulator.untilLeft(handedIn)
        tookMs.push(performance.now() - leftAt)
      }
      expect(Math.min(...tookMs)).toBeLessThan(goneWithinMs)
    },
  )

  it.for(['file', 'archive'] as const)(
    'while the learning platform is silent in the middle of its %s ends the call',
    async (kind, { world }) => {
      const handedIn = await world.handIn(largeBytes)
      const action = { kind: 'stall', bytes: 2 * mebibyte } as const
      await world.simulator.addFault({ path: handedIn.upstreamPath, action })
      const reply = await world.open(handedIn[kind])
      // Everything that has arrived, except the last bytes of an archive, which are held back.
      await reply.readSome(action.bytes - 4096)
      const leftAt = performance.now()
      reply.leave()
      await world.simulator.untilLeft(handedIn)
      // Without the reader's leaving, the silence would end the call after 10 s.
      expect(performance.now() - leftAt).toBeLessThan(8_000)
    },
  )

  it('while its next submissions are being requested does not crash the process', async ({ world, large: _ }) => {
    await world.simulator.addFault({
      path: '/api/v2/submissions/*',
      after: 1,
      action: { kind: 'never_answer' },
    })
    const reply = await world.open(largeArchive)
    await waitFor('submissions to be asked for', async () => (await unanswered(world)).length >= 2)
    reply.leave()
    await waitFor('all calls to end', async () => (await unanswered(world)).length === 0)
    await world.simulator.clearFaults()
    // The process still runs, so there was no uncaught error.
    expect((await world.open('/courses/11')).status).toBe(200)
  })
})

const goneWithinMs = 1_000
/** A busy machine may make one of the tries late, but not all. */
const tries = 3

/** The files of a demo exercise, with a file that no reader takes within its time. */
const largeArchive = '/courses/11/exercises/1104/archive'

/** Requests for submissions to which the simulator has not replied. */
const unanswered = async ({ simulator }: SubmissionsWorld) =>
  (await simulator.entries({ operation: 'readSubmission' })).filter(({ outcome }) => outcome === null)

const largeBytes = 4096 * mebibyte

const it = onSubmissions
  .extend('large', { scope: 'file' }, async ({ world, sessions }) => {
    await world.handIn(largeBytes)
    await world.refresh()
    return sessions
  })
  .extend('healthy', { auto: true }, ({ world }, { onCleanup }) =>
    onCleanup(async () => {
      await world.simulator.clearFaults()
      expect(await readiness(world.service)).toBe(200)
      expect(world.service.errors()).toEqual([])
    }),
  )
