import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect } from 'vitest'
import { askFrontend, frontendSecret } from '../frontend-client.ts'
import { waitFor } from '../service-process.ts'
import { isCurlHere } from './foreign-programs.ts'
import { it } from './submissions-test.ts'
import { mebibyte, type SubmissionsWorld } from './submissions-world.ts'

describe.skipIf(!isCurlHere)(`reads${isCurlHere ? '' : ' (left out: there is no curl)'}`, () => {
  it(
    'beside eight archives have a p99 below four times that of reads alone',
    { timeout: 600_000 },
    async ({ world, sessions }) => {
      await world.handIn(64 * 1024 * mebibyte)
      await world.refresh()
      await readsP99(world)
      const ratios: number[] = []
      // Alternating rounds, of which the best ratio counts, so that other load of the machine does not decide.
      for (let round = 1; round <= 8 && !ratios.some((ratio) => ratio < 4); round += 1) {
        const alone = await readsP99(world)
        const running = Array.from({ length: archives }, (_, at) => readArchive(world, sessions[at % 4]!))
        await waitFor('all archives to be under way', async () => (await inFlight(world)) >= archives)
        const beside = await readsP99(world)
        expect(running.filter(({ child }) => child.exitCode !== null)).toEqual([])
        for (const { child } of running) child.kill('SIGKILL')
        await Promise.all(running.map(({ exited }) => exited))
        await waitFor('all archives to end', async () => (await inFlight(world)) === 0)
        ratios.push(beside / alone)
      }
      expect(Math.min(...ratios)).toBeLessThan(4)
    },
  )
})

const archives = 8
/**
 * The rate at which each archive is read. Without it, archives would use up the machine, which the learning platform and the
 * readers share here.
 */
const bytesPerSecond = '8M'
const samples = 600
const readersAtOnce = 2
const largeArchive = '/courses/11/exercises/1104/archive'

/** The p99 of reads that call no other service, in milliseconds. */
async function readsP99({ service, session }: SubmissionsWorld): Promise<number> {
  const paths = ['/courses/11', '/courses/11/submissions', '/courses/11/submissions?exerciseId=1103']
  const times: number[] = []
  let begun = 0
  const reader = async (): Promise<void> => {
    while (begun < samples) {
      const path = paths[begun % paths.length]!
      begun += 1
      const startedAt = performance.now()
      const reply = await askFrontend(service, 'GET', path, { session })
      await reply.arrayBuffer()
      times.push(performance.now() - startedAt)
      expect(reply.status).toBe(200)
    }
  }
  await Promise.all(Array.from({ length: readersAtOnce }, reader))
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!
}

/** Reads an archive in a process of its own. */
function readArchive({ service }: SubmissionsWorld, session: string) {
  const headers = [`Authorization: Bearer ${session}`, `X-Service-Frontend-Secret: ${frontendSecret}`]
  const child = spawn(
    'curl',
    [
      '--silent',
      '--fail',
      '--output',
      '/dev/null',
      '--limit-rate',
      bytesPerSecond,
      ...headers.flatMap((header) => ['--header', header]),
      `${service.url}/internal/frontend${largeArchive}`,
    ],
    { stdio: 'ignore' },
  )
  return { child, exited: once(child, 'exit') }
}

/** How many requests are being served, from the metrics. */
async function inFlight({ service }: SubmissionsWorld): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  return Number(/^http_requests_in_flight(?:\{[^}]*\})? (\d+)$/m.exec(text)?.[1])
}
