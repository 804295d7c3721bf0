import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentOf } from './foreign-programs.ts'
import { signInAs, startSubmissionsWorld, type SubmissionsWorld } from './submissions-world.ts'

let world: SubmissionsWorld
let folder: string
beforeAll(async () => {
  world = await startSubmissionsWorld()
  folder = mkdtempSync(join(tmpdir(), 'at-once-'))
  for (const userId of [301, 302, 303])
    await world.simulator.edit({ edit: 'setRole', courseId: 11, userId, role: 'teacher' })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.stop()
})

describe('eight archives at once', () => {
  it('miss no submission where the learning platform takes its time', async () => {
    const sessions = await Promise.all([101, 301, 302, 303].map((userId) => signInAs(world, userId)))
    await world.simulator.addFault({ path: '/api/v2/submissions/*', action: { kind: 'delay', delayMs: 350 } })
    const zips = await Promise.all(
      [...sessions, ...sessions].map(async (session, at) => {
        const reply = await world.open('/courses/11/exercises/1104/archive', { session })
        const zip = join(folder, `${at}.zip`)
        expect([reply.status, await reply.save(zip)]).toMatchObject([200, { isWhole: true }])
        return zip
      }),
    )
    const manifests = new Set(zips.map((zip) => contentOf(zip, 'manifest.csv')))
    expect([...manifests].flatMap((manifest) => manifest.match(/.*"failed".*/g) ?? [])).toEqual([])
    expect(manifests.size).toBe(1)
  })
})
