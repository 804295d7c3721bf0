import { join } from 'node:path'
import { describe, expect } from 'vitest'
import type { FaultAction } from '@course-grading/test-fake-upstream'
import { frontendSecret } from '../frontend-client.ts'
import { curlExit, isCurlHere, zipPrograms } from './foreign-programs.ts'
import { it as onSubmissions } from './submissions-test.ts'
import { mebibyte } from './submissions-world.ts'

const sentBytes = 3 * mebibyte

/**
 * Ways in which a reply of the learning platform may break off in the middle of a file. A silent reply is given up by the
 * service.
 */
const ends: readonly (readonly [name: string, action: FaultAction])[] = [
  ['dies', { kind: 'half_answer', bytes: sentBytes }],
  ['falls silent', { kind: 'stall', bytes: sentBytes }],
]

describe.each(ends)('a learning platform that %s in the middle of a file', (_name, action) => {
  play(action)

  it.concurrent('cuts the file: fewer bytes come than the announced length', async ({ world, handedIn }) => {
    const reply = await world.open(handedIn.file)
    expect(reply.status).toBe(200)
    expect(reply.headers['content-length']).toBe(String(sizeBytes))
    expect(await reply.readAll()).toEqual({ bytes: expect.toSatisfy((bytes) => bytes <= sentBytes), isWhole: false })
  })

  it.concurrent.for(['submission', 'exercise'])(
    'cuts the archive of the %s, which no program opens',
    async (which, { world, handedIn, folder }) => {
      const zip = join(folder, `${which}.zip`)
      const reply = await world.open(which === 'exercise' ? '/courses/11/exercises/1104/archive' : handedIn.archive)
      expect(reply.status).toBe(200)
      expect(await reply.save(zip)).toEqual({ bytes: expect.toSatisfy((bytes) => bytes > mebibyte), isWhole: false })
      for (const { isInstalled, check } of zipPrograms)
        if (isInstalled) expect(check(zip)).toMatch(/not a zip|End-of-central/i)
    },
  )
})

describe.skipIf(!isCurlHere)(`curl${isCurlHere ? '' : ' (left out: it is not installed)'}`, () => {
  play({ kind: 'half_answer', bytes: sentBytes })

  it.for(['file', 'archive'] as const)('says of a cut %s that it is a part', (kind, { world, handedIn, folder }) => {
    const headers = { Authorization: `Bearer ${world.session}`, 'X-Service-Frontend-Secret': frontendSecret }
    const url = `${world.service.url}/internal/frontend${handedIn[kind]}`
    expect(curlExit(url, headers, join(folder, kind))).toBe(18)
  })
})

const sizeBytes = 8 * mebibyte

/** Makes the simulator misbehave while the tests of a `describe` run. */
function play(action: FaultAction): void {
  it.beforeAll(({ world, handedIn }) => world.simulator.addFault({ path: handedIn.upstreamPath, action }))
}

const it = onSubmissions.extend('handedIn', { scope: 'file' }, async ({ world }) => {
  const handedIn = await world.handIn(sizeBytes)
  await world.refresh()
  return handedIn
})
