import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '@course-grading/test-embedded-postgres'
import { describe, expect } from 'vitest'
import { registerEssays } from '../register-essays.ts'
import type { ServiceProcess } from '../service-process.ts'
import { it as onServices } from '../system-test.ts'
import { tokenOf } from '../world.ts'

const form = 'application/x-www-form-urlencoded'

describe('somebody who grades, and others who read', { timeout: 240_000 }, () => {
  it.for<[what: string, start: (web: ServiceProcess) => Flood]>([
    ["two strangers' connections that post 1.7 MB of what a form was drawn from", (web) => flood(web, 2, hugeForm)],
    ['two connections with invented sessions that post it', (web) => flood(web, 2, { ...hugeForm, ...invented })],
    ['two connections with invented sessions that post as the script does', (web) => flood(web, 2, hugeSave)],
    ['300 bodies of strangers, a byte every two seconds', (web) => dripping(web, 300)],
    ['300 connections of one student', (web) => flood(web, 300, { method: 'GET', path: '/', signedInAs: 205 })],
  ])('are served in time beside %s', async ([, start], { web, grader, reader }) => {
    const people = { web, grader, reader }
    const alone = await timesOf(people)
    const attack = start(web)
    try {
      await attack.underWay
      const beside = await timesOf(people)
      expect(slowest(beside)).toBeLessThan(Math.max(2_000, 5 * slowest(alone)))
      expect(await grader.typed()).toContain(`round ${rounds - 1}`)
    } finally {
      await attack.end()
    }
  })
})

const rounds = 20

interface People {
  readonly web: ServiceProcess
  readonly grader: { readonly save: (round: number) => Promise<Reply>; readonly typed: () => Promise<string> }
  readonly reader: { readonly get: (path: string) => Promise<Reply> }
}

/** Milliseconds in which a grader saves, a student reads and somebody comes to sign in, time after time, each with success. */
async function timesOf({ web, grader, reader }: People): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = performance.now()
    const [saved, read, signInPage] = await Promise.all([grader.save(round), reader.get('/'), ask(web, '/sign-in')])
    times.push(performance.now() - before)
    expect([saved.status, read.status, signInPage.status]).toEqual([303, 200, 200])
  }
  return times
}

/** The 90th percentile. */
const slowest = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.9)] ?? Infinity

interface Asking {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signedInAs?: number
}

interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

interface Flood {
  readonly underWay: Promise<unknown>
  readonly end: () => Promise<void>
}

const paths = Array.from({ length: 40_000 }, (_, index) => `"scores/a${index}/comment":"${'x'.repeat(8)}"`).join(',')
const grading = '/grade/019ea3f2-7400-7b10-8c2d-3e4f5a6b7c01'
const hugeForm: Asking = {
  method: 'POST',
  path: grading,
  headers: { 'Content-Type': form },
  body: `drawn={"fields":{${paths}}}`.replaceAll('"', '%22').slice(0, 1_700_000),
}
const invented = { headers: { 'Content-Type': form, Cookie: `session=cgs_${'i'.repeat(43)}.101` } }
const hugeSave: Asking = {
  method: 'POST',
  path: `${grading}/judgement`,
  headers: { ...invented.headers, 'Content-Type': 'application/json', 'X-Person': '101' },
  body: `{"base":1,"patch":{${paths}}}`,
}

async function ask(
  { url }: ServiceProcess,
  path: string,
  { method = 'GET', headers = {}, body }: Asking = {},
  agent: Agent | false = false,
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const lines = { Origin: url, ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }), ...headers }
  const sending = request(`${url}${path}`, { method, agent, headers: lines }, (reply) => {
    text(reply).then((sent) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text: sent }), reject)
  })
  sending.on('error', reject).end(body)
  return await promise
}

/** Sends the same request on so many connections, again and again: after a refusal a second later, as the reply asks. */
function flood(web: ServiceProcess, connections: number, asking: Asking): Flood {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const first = Promise.withResolvers<void>()
  let isEnded = false
  const sendOn = async (headers: Readonly<Record<string, string>>): Promise<void> => {
    while (!isEnded) {
      const reply = await ask(web, asking.path ?? '/', { ...asking, headers }, agent).catch(() => null)
      first.resolve()
      if (reply?.status === 503) await sleep(1_000)
    }
  }
  const all = (async () => {
    const cookie = asking.signedInAs === undefined ? {} : { Cookie: await signIn(web, asking.signedInAs) }
    await Promise.all(Array.from({ length: connections }, () => sendOn({ ...asking.headers, ...cookie })))
  })()
  return {
    underWay: first.promise,
    end: async () => {
      isEnded = true
      await all
      agent.destroy()
    },
  }
}

function dripping({ port, url }: ServiceProcess, count: number): Flood {
  const head = `POST /sign-in HTTP/1.1\r\nHost: ${new URL(url).host}\r\nOrigin: ${url}\r\nContent-Type: ${form}\r\nContent-Length: 1000\r\n\r\n`
  const sockets = new Set<Socket>()
  const open = (): void => {
    const socket = connect(port, '127.0.0.1')
      .on('error', () => {})
      .resume()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.write(head)
  }
  const timer = setInterval(() => {
    for (const socket of sockets) socket.write('a')
    while (sockets.size < count) open()
  }, 2_000)
  for (let opened = 0; opened < count; opened += 1) open()
  return {
    underWay: sleep(1_000),
    end: async () => {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Resolves to the cookie. */
async function signIn(web: ServiceProcess, userId: number): Promise<string> {
  const reply = await ask(web, '/sign-in', {
    method: 'POST',
    headers: { 'Content-Type': form },
    body: `token=${tokenOf(userId)}`,
  })
  const cookie = reply.headers['set-cookie']?.find((line) => line.startsWith('session='))?.split(';')[0]
  if (cookie === undefined) throw new Error(`${reply.status} ${reply.text}`)
  // A session is known from the first page on.
  await ask(web, '/', { headers: { Cookie: cookie } })
  return cookie
}

const it = onServices
  .extend('web', { scope: 'file' }, async ({ world, frontend }) => {
    await registerEssays(world, [3031, 3032])
    const port = String(await findFreePort())
    const url = `http://127.0.0.1:${port}`
    return await world.start('web', { PORT: port, PUBLIC_ORIGIN: url, FRONTEND_INTERNAL_URL: frontend.url })
  })
  .extend('reader', { scope: 'file' }, async ({ web }) => {
    const Cookie = await signIn(web, 201)
    return { get: (path: string) => ask(web, path, { headers: { Cookie } }) }
  })
  // Saves the form of the grading page, as without scripts.
  .extend('grader', { scope: 'file' }, async ({ web }) => {
    const Cookie = await signIn(web, 101)
    const headers = { Cookie, 'Content-Type': form }
    const taken = await ask(web, '/courses/11/exercises/1103/grade-next', { method: 'POST', headers })
    const page = taken.headers.location ?? ''
    const open = async () => (await ask(web, page, { headers: { Cookie } })).text
    return {
      async save(round: number) {
        const drawn = /name="drawn" value="([^"]*)"/.exec(await open())?.[1] ?? ''
        const fields = {
          drawn: drawn.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
          privateNote: `round ${round}`,
        }
        return await ask(web, page, { method: 'POST', headers, body: new URLSearchParams(fields).toString() })
      },
      typed: open,
    }
  })
