import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assembleImage, programPath, programs } from '@course-grading/bundle'
import { startFakeUpstream } from '@course-grading/test-fake-upstream'
import { createTestDatabase, type TestDatabase } from '@course-grading/test-database'
import { seedDemoWorld } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parseDockerfile, variablesOf } from './dockerfile.ts'
import { cpuSecondsOf, residentMegabytesOf } from './footprint.ts'
import { boundaries, sendExamples } from './footprint-requests.ts'
import { readInfra } from './infra-files.ts'
import { startImage } from './start-image.ts'

describe.skipIf(!existsSync('/proc/self/status'))('a bundled service', () => {
  it.each([
    ['public-api', 'publicApi'],
    ['frontend-internal', 'frontendInternal'],
    ['manual-grading', 'manualGrading'],
  ] as const)('%s is ready with little work, and small after a thousand requests', async (name, role) => {
    const folder = join(parent, name)
    await assembleImage(programs[name], folder)
    const runs: Footprint[] = []
    // After each other, since two would slow each other down.
    for (let run = 0; run < 3; run += 1) runs.push(await footprintOf(folder, name, role))
    // Garbage that V8 has not collected yet adds up to 7 MB to some of the runs.
    expect(Math.min(...runs.map(({ megabytes }) => megabytes))).toBeLessThan(maxMegabytes[name])
    const cpuSeconds = Math.min(...runs.map(({ cpuSecondsToReady }) => cpuSecondsToReady))
    expect(cpuSeconds / secondsToCompile(join(folder, programPath))).toBeLessThan(maxCompilationsToReady)
  })
})

let parent: string
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'footprint-'))
})
afterAll(() => rm(parent, { recursive: true }))

interface Footprint {
  readonly cpuSecondsToReady: number
  /** After the requests. */
  readonly megabytes: number
}

async function footprintOf(
  folder: string,
  name: keyof typeof boundaries,
  role: keyof TestDatabase['urls'],
): Promise<Footprint> {
  const [upstream, database] = await Promise.all([startFakeUpstream(), createTestDatabase()])
  onTestFinished(async () => {
    await upstream.close()
    await database.drop()
  })
  await seedDemoWorld(database.ownerUrl)
  await using image = await startImage(folder, {
    ...imageEnv,
    DATABASE_URL: database.urls[role],
    UPSTREAM_BASE_URL: upstream.url,
    CALLBACK_ALLOWED: `${upstream.url}/api/v2/submissions/*/grader|127.0.0.1/32`,
    PORT: '0',
    OPS_PORT: '0',
  })
  await expect
    .poll(async () => (await fetch(`http://127.0.0.1:${image.opsPort}/health/ready`)).status, { interval: 20 })
    .toBe(200)
  const cpuSecondsToReady = cpuSecondsOf(image.pid)
  const statuses = await sendExamples({ boundary: boundaries[name], port: image.port, upstream }, requests)
  const megabytes = residentMegabytesOf(image.pid)
  expect(Math.max(...statuses.keys())).toBeLessThan(500)
  expect([401, 429].filter((status) => statuses.has(status))).toEqual([])
  const successes = [200, 201, 204].reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0)
  expect(successes).toBeGreaterThan(requests / 2)
  return { cpuSecondsToReady, megabytes }
}

const requests = 1_000
/**
 * The measured values (docs/src/content/docs/decisions/small-processes.md) and a tenth more. 67 MB of each are pages of Node's own program,
 * which all processes of a machine share.
 */
const maxMegabytes = { 'public-api': 115, 'frontend-internal': 180, 'manual-grading': 110 }
/**
 * In starts of Node that compile the bundle, of some 0.1 s: 3.0 for public-api, 3.1 and 3.5 for the others. Compiling the schemas of
 * all operations as well took half as much again. A start of Node alone is no measure: it got faster where compiling did not.
 */
const maxCompilationsToReady = 4.2

/** The CPU time in which Node starts and compiles a program without running it: the median of five. */
function secondsToCompile(program: string): number {
  const script = `new vm.SourceTextModule(fs.readFileSync(${JSON.stringify(program)}, 'utf8'))
    const { user, system } = process.cpuUsage()
    ;(user + system) / 1e6`
  const ofOne = () =>
    Number(
      execFileSync(process.execPath, ['--experimental-vm-modules', '--no-warnings', '-p', script], { env: imageEnv }),
    )
  return Array.from({ length: 5 }, ofOne).toSorted((a, b) => a - b)[2] ?? NaN
}

/** What the image sets for Node itself. */
const imageEnv = Object.fromEntries(
  Object.entries(variablesOf(parseDockerfile(readInfra('Dockerfile')).at(-1))).filter(([name]) =>
    /^(?:NODE_OPTIONS|MALLOC_.*)$/.test(name),
  ),
)
