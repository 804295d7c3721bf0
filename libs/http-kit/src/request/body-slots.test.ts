import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { createBodySlots } from './body-slots.ts'
import { portOf } from '../server/listen.ts'
import { connectRaw, eventually, type RawClient } from '../server/raw-client.fixture.ts'
import { HttpError } from '../errors/http-error.ts'

describe('bodies under way', () => {
  it('are limited for each user; further ones are rejected, and their connections closed', async () => {
    await begin(1)
    await begin(1)
    const refused = await (await send(1, 'bo')).closed
    expect(refused).toMatch(/^HTTP\/1\.1 503 .*retry-after: 1\r\n.*connection: close\r\n.*overloaded/is)
    const other = await begin(2)
    other.send('dy')
    expect(await other.until('read')).toContain('read body')
  })

  it('wait where the slots say so, until one has arrived', async () => {
    const [first] = [await begin(1, 'patient'), await begin(1, 'patient')]
    const waiting = await send(1, 'bo', 'patient')
    expect(await (await send(1, 'bo', 'patient')).closed).toContain('overloaded')
    first.send('dy')
    waiting.send('dy')
    expect(await waiting.until('read')).toContain('read body')
  })

  it('are limited for all users together', async () => {
    await begin(1)
    await begin(2)
    await begin()
    expect(await (await send(3, 'bo')).closed).toContain('overloaded')
    expect(await (await send(undefined, 'bo')).closed).toContain('overloaded')
  })

  it('are not limited for a single service', async () => {
    await begin()
    await begin()
    const third = await begin()
    third.send('dy')
    expect(await third.until('read')).toContain('read body')
  })

  it('do not count if they have already arrived', async () => {
    await begin(1)
    await begin(1)
    expect(await (await send(1, 'body')).until('read')).toContain('read body')
  })

  it.each([
    ['comes to its end', (client: RawClient) => client.send('dy')],
    ['is cut off', (client: RawClient) => client.destroy()],
  ])('free a slot when one %s', async (_what, end) => {
    await begin(1)
    end(await begin(1))
    await eventually(() => awaited === 1)
    await begin(1)
    expect(awaited).toBe(2)
  })
})

let awaited = 0
let server: Server
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await eventually(() => awaited === 0)
})

const limits = { maxPerCaller: 2, maxTotal: 3 }
const slots = {
  prompt: createBodySlots(limits),
  patient: createBodySlots({ ...limits, waiting: 1, waitMs: 60_000 }),
}

const clients: RawClient[] = []

async function readAll(req: IncomingMessage): Promise<string> {
  awaited += 1
  try {
    return (await req.setEncoding('latin1').toArray()).join('')
  } finally {
    awaited -= 1
  }
}

async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const user = req.headers['x-user']
  const bodies = req.url === '/patient' ? slots.patient : slots.prompt
  try {
    // After this, the bytes that have arrived are read, as they are in a service after a query of the database.
    await new Promise(setImmediate)
    res.end(`read ${await bodies.read(req, user === undefined ? undefined : Number(user), () => readAll(req))}`)
  } catch (error) {
    if (!(error instanceof HttpError)) return
    res
      .writeHead(503, {
        'Retry-After': String(error.retryAfterS),
        ...(error.closeConnection && { Connection: 'close' }),
      })
      .end(error.code)
  }
}

async function send(user: number | undefined, body: string, path: keyof typeof slots = 'prompt'): Promise<RawClient> {
  if (server === undefined) {
    server = createServer((req, res) => void serve(req, res)).listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  const client = connectRaw(portOf(server))
  clients.push(client)
  const lines = [
    `PUT /${path} HTTP/1.1`,
    'Host: a',
    'Content-Length: 4',
    ...(user === undefined ? [] : [`X-User: ${user}`]),
  ]
  client.send(`${lines.join('\r\n')}\r\n\r\n${body}`)
  return client
}

/** Sends the beginning of a body and waits until the server awaits the rest. */
async function begin(user?: number, path: keyof typeof slots = 'prompt'): Promise<RawClient> {
  const before = awaited
  const client = await send(user, 'bo', path)
  await eventually(() => awaited === before + 1)
  return client
}
