import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { contentOf } from './foreign-programs.ts'
import { it } from './submissions-test.ts'

describe('eight archives at once', () => {
  it('miss no submission where the learning platform takes its time', async ({ world, sessions, folder }) => {
    await world.simulator.addFault({ path: '/api/v2/submissions/*', action: { kind: 'delay', delayMs: 350 } })
    const zips = await Promise.all(
      [...sessions.slice(0, 4), ...sessions.slice(0, 4)].map(async (session, at) => {
        const reply = await world.open('/courses/11/exercises/1104/archive', { session })
        const zip = join(folder, `${at}.zip`)
        expect(reply.status).toBe(200)
        expect(await reply.save(zip)).toMatchObject({ isWhole: true })
        return zip
      }),
    )
    const manifests = new Set(zips.map((zip) => contentOf(zip, 'manifest.csv')))
    expect([...manifests].flatMap((manifest) => manifest.match(/.*"failed".*/g) ?? [])).toEqual([])
    expect(manifests.size).toBe(1)
  })
})
