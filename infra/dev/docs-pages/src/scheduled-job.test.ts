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
  it.concurrent.for<readonly [what: string, on: 'GET' | 'PUT', ...faults: readonly Fault[]]>([
    [
      'a reply that is shorter than it says, one that ends within its document, and none',
      'GET',
      { send: cutReply, waits: 1 },
      { send: (reply) => reply.end('{"graders": ['), waits: 2 },
      { send: (reply) => reply.destroy(), waits: 4 },
    ],
    [
      'what is no HTTP, a problem whose body is cut, and nonsense in Retry-After',
      'GET',
      { send: (reply) => reply.socket?.end('nonsense\r\n\r\n'), waits: 1 },
      { send: (reply) => cutReply(reply, 502), waits: 2 },
      { send: refuse(503, () => 'soon'), waits: 4 },
    ],
    [
      'seconds in Retry-After, a date there, and one that has passed',
      'GET',
      { send: refuse(503, () => '2'), waits: 2 },
      { send: refuse(503, () => dateIn(4)), waits: 3 },
      { send: refuse(503, () => dateIn(-60)), waits: 0 },
    ],
    ['a write whose reply is cut', 'PUT', { send: cutReply, waits: 1 }],
    ['a proxy that is tired of waiting', 'PUT', { send: refuse(504), waits: 1 }],
  ])(
    'survives %s, and waits as long as it should',
    { timeout: 60_000 },
    async ([, on, ...faults], { onTestFinished }) => {
      const sends = faults.map(({ send }) => send)
      const { status, output, requests } = await runAgainst(on, sends, onTestFinished)
      expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('103') })
      const failed = requests.slice(requests.findIndex(({ method }) => method === on))
      for (const [nth, { waits }] of faults.entries())
        expect(failed[nth + 1]!.at - failed[nth]!.at, `fault ${nth + 1}`).toBeGreaterThanOrEqual(waits * 1000 - 50)
      expect(requests.filter(({ method }) => method === 'PUT').length).toBe(1)
    },
  )
})

interface Fault {
  /** Sends what comes instead of a reply. */
  readonly send: (reply: ServerResponse) => unknown
  /** Seconds until the next request. */
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

/** Runs the program against a stand-in that keeps what is written, and whose first replies to a method are others. */
async function runAgainst(failing: string, sends: Fault['send'][], onTestFinished: TestContext['onTestFinished']) {
  const requests: { readonly method: string | undefined; readonly at: number }[] = []
  let settings: Record<string, unknown> = { revision: 1, courseId: 11, tags: [], ltiLoginUrl: null, graders: [] }
  const server = createServer(async (asked, reply) => {
    requests.push({ method: asked.method, at: performance.now() })
    if (asked.method === 'PUT') settings = { ...settings, revision: 2, ...(await documentOf(asked)) }
    const send = asked.method === failing ? sends.shift() : undefined
    if (send !== undefined) return send(reply)
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
