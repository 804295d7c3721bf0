import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'

const hasPython = spawnSync('python3', ['--version']).status === 0

describe.skipIf(!hasPython)(`the scheduled job${hasPython ? '' : ' (left out: there is no python3)'}`, () => {
  it.concurrent.for<Fault>([
    { what: 'a reply that is shorter than it says', on: 'GET', send: cutReply, waits: 1 },
    { what: 'a reply that ends within its document', on: 'GET', send: (reply) => reply.end('{"graders": ['), waits: 1 },
    { what: 'a connection that ends before the reply', on: 'GET', send: (reply) => reply.destroy(), waits: 1 },
    { what: 'what is no HTTP', on: 'GET', send: (reply) => reply.socket?.end('nonsense\r\n\r\n'), waits: 1 },
    { what: 'a write whose reply is cut', on: 'PUT', send: cutReply, waits: 1 },
    { what: 'a proxy that is tired of waiting', on: 'PUT', send: refuse(504), waits: 1 },
    { what: 'a problem whose body is cut', on: 'GET', send: (reply) => cutReply(reply, 502), waits: 1 },
    { what: 'seconds in Retry-After', on: 'GET', send: refuse(503, () => '2'), waits: 2 },
    { what: 'a date in Retry-After', on: 'GET', send: refuse(503, () => dateIn(4)), waits: 3 },
    { what: 'a date in Retry-After that has passed', on: 'GET', send: refuse(503, () => dateIn(-60)), waits: 0 },
    { what: 'nonsense in Retry-After', on: 'GET', send: refuse(503, () => 'soon'), waits: 1 },
  ])(
    'survives $what, and waits $waits s or more',
    { timeout: 30_000 },
    async ({ on, send, waits }, { onTestFinished }) => {
      const { status, output, requests } = await runAgainst(on, send, onTestFinished)
      expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('103') })
      const [failed, again] = requests.slice(requests.findIndex(({ method }) => method === on))
      expect(again!.at - failed!.at).toBeGreaterThanOrEqual(waits * 1000 - 50)
      expect(requests.filter(({ method }) => method === 'PUT').length).toBe(1)
    },
  )
})

interface Fault {
  readonly what: string
  /** The first request of this method fails. */
  readonly on: 'GET' | 'PUT'
  readonly send: (reply: ServerResponse) => unknown
  /** Seconds. */
  readonly waits: number
}

/** Seconds from now, as HTTP writes dates, which have none between. */
const dateIn = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString()

function cutReply(reply: ServerResponse, status = 200): void {
  reply.writeHead(status, { 'Content-Length': 1000 }).write('{"revision": 2,')
  setTimeout(() => reply.destroy(), 50)
}

function refuse(status: number, retryAfter?: () => string) {
  return (reply: ServerResponse): void => {
    reply.writeHead(status, retryAfter === undefined ? {} : { 'Retry-After': retryAfter() }).end('<html>')
  }
}

/** Runs the program against a stand-in that keeps what is written, and whose first reply to a method is another. */
async function runAgainst(failing: string, send: Fault['send'], onTestFinished: TestContext['onTestFinished']) {
  const requests: { readonly method: string | undefined; readonly at: number }[] = []
  let settings: Record<string, unknown> = { revision: 1, courseId: 11, tags: [], ltiLoginUrl: null, graders: [] }
  const server = createServer(async (asked, reply) => {
    const isFirst = requests.every(({ method }) => method !== asked.method)
    requests.push({ method: asked.method, at: performance.now() })
    if (asked.method === 'PUT') settings = { ...settings, revision: 2, ...(await documentOf(asked)) }
    if (isFirst && asked.method === failing) return send(reply)
    reply.setHeader('ETag', `"${settings['revision']}"`).end(JSON.stringify(settings))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const folder = mkdtempSync(join(tmpdir(), 'job-'))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  })
  writeFileSync(join(folder, 'token'), 'a-token\n')
  const env = {
    PATH: process.env['PATH'],
    BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    COURSE_ID: '11',
    API_TOKEN_FILE: join(folder, 'token'),
  }
  const program = resolve(import.meta.dirname, '../../../../docs/examples/add_grader.py')
  return await new Promise<{ status: unknown; output: string; requests: typeof requests }>((ended) =>
    execFile('python3', [program, '103', 'fi'], { env }, (error, stdout, stderr) =>
      ended({ status: error?.code ?? 0, output: `${stdout}${stderr}`, requests }),
    ),
  )
}

async function documentOf(asked: IncomingMessage): Promise<Record<string, unknown>> {
  let body = ''
  for await (const chunk of asked.setEncoding('utf8')) body += chunk as string
  return JSON.parse(body) as Record<string, unknown>
}
