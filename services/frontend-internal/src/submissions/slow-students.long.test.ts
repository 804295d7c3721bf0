import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { frontendSecret, itOn, type TestService } from '../service-test.fixture.ts'
import { startWithSnapshot } from './submissions.fixture.ts'

const it = itOn(prepared, 'test')

describe('students who read slowly', { timeout: 180_000 }, () => {
  it('leave room for the others if they are four with two files each, at 8 KB a second', async ({ service }) => {
    await Promise.all([201, 201, 202, 202, 203, 203, 204, 204].map((id) => readSlowly(service, id, 8)))
    const until = performance.now() + 15_000
    const statuses = new Set<number>()
    const downloading = others.map(async (id) => {
      while (performance.now() < until) {
        statuses.add(await download(service, id))
        await pause(100)
      }
    })
    await Promise.all(downloading)
    expect([...statuses]).toEqual([200])
  })

  it('lose the slowest stream if they have all eight for long, at 48 KB a second', async ({ service }) => {
    const statuses = await Promise.all(slow.map((id) => readSlowly(service, id, 48)))
    expect(statuses).toEqual(slow.map(() => 200))
    const beganAt = performance.now()
    expect(await download(service, 209)).toBe(503)
    await expect.poll(() => download(service, 209), { timeout: 90_000, interval: 100 }).toBe(200)
    expect(performance.now() - beganAt).toBeGreaterThan(20_000)
    expect(await download(service, 210)).toBe(200)
    expect(service.logLines.filter((line) => line.includes('"reply cut"')).length).toBeLessThan(3)
  })
})

it.afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})

const slow = [201, 202, 203, 204, 205, 206, 207, 208]
const others = [209, 210, 211]
const sessions = new Map<number, string>()
const open: Socket[] = []

const fileOf = (service: TestService, isLarge: boolean) =>
  service.upstream.world.submission(3005).files.find(({ filename }) => (filename === 'recording.wav') === isLarge)!.id

/** Reads a small file to its end; returns the status. */
async function download(service: TestService, userId: number): Promise<number> {
  const reply = await service.get(`/submissions/3005/files/${fileOf(service, false)}`, sessions.get(userId))
  await reply.arrayBuffer()
  return reply.status
}

/** Begins a large file and goes on reading it, from the first byte so slowly that the kernel keeps a small buffer; returns the status. */
async function readSlowly(service: TestService, userId: number, kilobytesPerS: number): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const callback = (_size: number, bytes: Uint8Array): boolean => {
    resolve(Number(Buffer.from(bytes).toString('latin1', 9, 12)))
    setTimeout(() => socket.resume(), 8_000 / kilobytesPerS)
    return false
  }
  const { port, hostname } = new URL(service.url)
  const socket = connect({ port: Number(port), host: hostname, onread: { buffer: Buffer.alloc(8 * 1024), callback } })
  socket.on('error', () => {})
  open.push(socket)
  await once(socket, 'connect')
  const path = `/internal/frontend/submissions/3005/files/${fileOf(service, true)}`
  const headers = `X-Service-Frontend-Secret: ${frontendSecret}\r\nAuthorization: Bearer ${sessions.get(userId)}`
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${headers}\r\n\r\n`)
  return await promise
}

/** With a submission of many students. */
async function prepared() {
  const service = await startWithSnapshot({
    world: (world) => {
      const work = world.submission(3005)
      world.submissions.set(3005, { ...work, submitterIds: [...slow, ...others] })
      const recording = work.files.find(({ filename }) => filename === 'recording.wav')!
      recording.content = { kind: 'pattern', seed: 1, sizeBytes: 64 * 1024 * 1024, alphabet: 'zeros' }
    },
  })
  for (const userId of [...slow, ...others]) sessions.set(userId, await service.signIn(userId))
  return service
}
