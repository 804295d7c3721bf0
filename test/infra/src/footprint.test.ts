import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assembleImage, programs } from '@course-grading/bundle'
import { type Boundary, frontendInternal, manualGrading, publicApi } from '@course-grading/contracts'
import { developmentSecrets } from '@course-grading/http-kit'
import { createTestDatabase, type TestDatabase } from '@course-grading/test-database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { argumentsOf, parseDockerfile } from './dockerfile.ts'
import { cpuSecondsOf, residentMegabytesOf } from './footprint.ts'
import { readInfra } from './infra-files.ts'
import { startImage } from './start-image.ts'

const requests = 1_000
/** A bare Node with a server has 58 MB. Half of the rest is loaded code and what it creates while loading. */
const maxMegabytes = 140
/** An idle machine takes 0.4 s. A busy one takes a little more CPU time, because caches are shared. */
const maxCpuSecondsToReady = 0.65

const secrets = {
  'X-Service-Frontend-Secret': developmentSecrets.frontendSecret,
  'X-Service-Manual-Grading-Secret': developmentSecrets.manualGradingSecret,
}

/** What the image sets for Node itself. */
const imageEnv = Object.fromEntries(
  argumentsOf(parseDockerfile(readInfra('Dockerfile')).at(-1), 'ENV')
    .flatMap((pairs) => pairs.split(/\s+/))
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const)
    .filter(([name]) => name === 'NODE_OPTIONS' || name === 'MALLOC_ARENA_MAX'),
)

let database: TestDatabase
let parent: string
beforeAll(async () => {
  ;[database, parent] = await Promise.all([createTestDatabase(), mkdtemp(join(tmpdir(), 'footprint-'))])
})
afterAll(async () => {
  await rm(parent, { recursive: true })
  await database.drop()
})

/** Sends the contract's example of each operation in turn until there were enough requests. */
async function sendExamples({ prefix, operations }: Boundary, port: number): Promise<Set<number>> {
  const list = Object.values(operations)
  const statuses = new Set<number>()
  const send = async (index: number): Promise<void> => {
    const { method, path, example, csvBody } = list[index % list.length]!
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(example.params?.[name] ?? 1))
    const query = new URLSearchParams(Object.entries(example.query ?? {}).map(([name, value]) => [name, String(value)]))
    const reply = await fetch(`http://127.0.0.1:${port}${prefix}${target}?${query}`, {
      method,
      headers: {
        ...secrets,
        ...(example.body !== undefined && { 'Content-Type': csvBody ? 'text/csv' : 'application/json' }),
        ...(example.revision !== undefined && { 'If-Match': `"${example.revision}"` }),
      },
      ...(example.body !== undefined && { body: csvBody ? String(example.body) : JSON.stringify(example.body) }),
    })
    await reply.arrayBuffer()
    statuses.add(reply.status)
  }
  for (let sent = 0; sent < requests; sent += 8)
    await Promise.all(Array.from({ length: 8 }, (_, index) => send(sent + index)))
  return statuses
}

describe.skipIf(!existsSync('/proc/self/status'))('a bundled service', () => {
  it.each([
    ['public-api', publicApi, 'publicApi'],
    ['frontend-internal', frontendInternal, 'frontendInternal'],
    ['manual-grading', manualGrading, 'manualGrading'],
  ] as const)(
    '%s needs little CPU time to be ready, and little memory after a thousand requests',
    async (name, boundary, role) => {
      const folder = join(parent, name)
      await assembleImage(programs[name], folder)
      const image = await startImage(folder, {
        ...imageEnv,
        DATABASE_URL: database.urls[role],
        UPSTREAM_BASE_URL: 'http://127.0.0.1:9',
        PORT: '0',
        OPS_PORT: '0',
      })
      try {
        await expect
          .poll(async () => (await fetch(`http://127.0.0.1:${image.opsPort}/health/ready`)).status, { interval: 20 })
          .toBe(200)
        const cpuSeconds = cpuSecondsOf(image.pid)
        const statuses = await sendExamples(boundary, image.port)
        const after = residentMegabytesOf(image.pid)
        expect(Math.max(...statuses)).toBeLessThan(503)
        expect(cpuSeconds).toBeLessThan(maxCpuSecondsToReady)
        expect(after).toBeLessThan(maxMegabytes)
      } finally {
        process.kill(image.pid, 'SIGKILL')
      }
    },
  )
})
