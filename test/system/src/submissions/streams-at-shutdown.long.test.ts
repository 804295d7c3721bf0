import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { signIn } from '../frontend-client.ts'
import { untilReadiness } from '../service-process.ts'
import { tokenOf } from '../world.ts'
import { zipPrograms } from './foreign-programs.ts'
import { it } from './submissions-test.ts'
import { type HandedIn, mebibyte, type SubmissionsWorld } from './submissions-world.ts'

describe('SIGTERM while files and archives are streamed', { timeout: 300_000 }, () => {
  it('completes the streams that end within the grace time, cuts the others, and exits with 0', async ({
    world,
    folder,
  }) => {
    const service = await world.start({ SHUTDOWN_GRACE_S: String(graceS) })
    const [short, long] = [await world.handIn(24 * mebibyte), await handInSlowly(world)]
    // A teacher and the submitter, since a person may read two at a time.
    const [one, other] = [await signIn(world.service), await signIn(world.service, tokenOf(201))].map((session) => ({
      service,
      session,
    }))
    const [shortFile, shortArchive, longFile, longArchive] = await Promise.all([
      world.open(short.file, one),
      world.open(short.archive, one),
      world.open(long.file, other),
      world.open(long.archive, other),
    ])
    const file = join(folder, 'long.bin')
    const zips = { short: join(folder, 'short.zip'), long: join(folder, 'long.zip') }
    const longOnes = Promise.all([longFile.save(file), longArchive.save(zips.long)])
    for (const reply of [shortFile, shortArchive]) await reply.readSome(mebibyte)

    const signalledAt = performance.now()
    service.signal('SIGTERM')
    await untilReadiness(service, 503, 4_000)
    await untilReadiness(service, null)
    expect(await shortFile.readAll()).toEqual({ bytes: 24 * mebibyte, isWhole: true })
    expect(await shortArchive.save(zips.short)).toMatchObject({ isWhole: true })

    expect((await longOnes).map(({ isWhole }) => isWhole)).toEqual([false, false])
    expect(await service.exited).toBe(0)
    expect(performance.now() - signalledAt).toBeLessThan((graceS + 5) * 1000)
    // The part that arrived is the beginning of the file, which has only zeros.
    expect(readFileSync(file).every((byte) => byte === 0)).toBe(true)
    for (const { isInstalled, check } of zipPrograms)
      if (isInstalled) expect(check(zips.long)).toMatch(/not a zip|End-of-central/i)
    expect(service.errors()).toEqual([])
  })
})

/** The service cuts its sockets a second before this time ends. */
const graceS = 12

/** A submission that the learning platform takes minutes to send, so that streams of it take minutes, too. */
async function handInSlowly(world: SubmissionsWorld): Promise<HandedIn> {
  const handedIn = await world.handIn(256 * mebibyte)
  const action = { kind: 'slow_drip', chunkBytes: 65_536, intervalMs: 50 } as const
  await world.simulator.addFault({ path: handedIn.upstreamPath, action })
  return handedIn
}
