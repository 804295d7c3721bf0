import { gzipSync } from 'node:zlib'
import { parseAllowedOrigin, type ResolveName } from '@course-grading/outbound'
import { describe, expect, it, onTestFinished } from 'vitest'
import { drip, replyOf, startAdversarialServer, type Script } from '../adversarial-server.fixture.ts'
import { useFakeUpstream } from '../fake-upstream-client.fixture.ts'
import { createTemplates, fetchExerciseForm, type TemplatesOptions } from '../index.ts'
import { ampleMs } from '../upstream-under-test.fixture.ts'
import type { TemplateLimits } from './create-templates.ts'

describe('createTemplates', () => {
  const { fake, upstream, as } = useFakeUpstream()

  it('reads the templates that an exercise names, by file name', async () => {
    const form = await fetchExerciseForm(upstream(), as(101), 1103)
    const files = await readerOf(`${fake().url}|127.0.0.1/32`)(...(form?.templatesByLanguage.get('fi') ?? []))
    expect(Object.keys(files).toSorted()).toEqual(['Solution.scala', 'solution.py'])
    expect(files['solution.py']).toContain('Täydennä tähän')
  })

  it('sends nothing that identifies the caller', async () => {
    const { server, read } = await withServer((socket) => socket.write(textReply('text')))
    expect(await read(`${server.url}/a.py?version=1#top`)).toEqual({ 'a.py': 'text' })
    expect(server.requests.map((head) => head.split('\r\n'))).toEqual([
      [
        'GET /a.py?version=1 HTTP/1.1',
        `host: ${new URL(server.url).host}`,
        'connection: keep-alive',
        'accept: */*',
        'accept-encoding: identity',
      ],
    ])
  })

  const statuses: [string, Buffer][] = [
    ['a redirect', replyOf(302, '', { Location: '/b.py' })],
    ['a 404 page', replyOf(404, '<!doctype html>', { 'Content-Type': 'text/html' })],
    ['a refusal', replyOf(401, '{}')],
    ['an error', replyOf(500, 'error')],
    ['a part', replyOf(206, 'part')],
    ['nothing', replyOf(204, '')],
    ['a compressed file', textReply(gzipSync('text'), { 'Content-Encoding': 'gzip' })],
    ['a file that breaks off', textReply('half', { 'Content-Length': '8' })],
    ['no HTTP', Buffer.from('SSH-2.0\r\n\r\n')],
  ]
  it.each(statuses)('has no template for %s, and follows no redirect', async (_what, reply) => {
    const { server, read } = await withServer((socket, head) =>
      socket.end(head.startsWith('GET /a.py ') ? reply : textReply('other')),
    )
    expect(await read(`${server.url}/a.py`, `${server.url}/c.py`)).toEqual({ 'c.py': 'other' })
    expect(server.requests.some((head) => head.startsWith('GET /b.py'))).toBe(false)
  })

  it('has no template if the connection is reset or refused', async () => {
    const { server, read } = await withServer((socket) => socket.resetAndDestroy())
    expect(await read(`${server.url}/a.py`)).toEqual({})
    const closed = await startAdversarialServer(() => {})
    await closed.close()
    expect(await readerOf(`${closed.url}|127.0.0.1/32`)(`${closed.url}/a.py`)).toEqual({})
  })

  it.each([
    ['with its length', (text: string) => textReply(text)],
    [
      'without',
      (text: string) =>
        Buffer.from(
          `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
        ),
    ],
  ])('reads 1 MiB, and not one byte more, of a reply %s', async (_how, reply) => {
    const mebibyte = 'x'.repeat(1024 * 1024)
    const { server, read } = await withServer((socket, head) =>
      socket.write(reply(head.includes('/more.py') ? `${mebibyte}x` : mebibyte)),
    )
    expect(await read(`${server.url}/all.py`, `${server.url}/more.py`)).toEqual({ 'all.py': mebibyte })
  })

  it('ends at its time limit with the templates that have arrived', async () => {
    const { server, read } = await withServer(
      (socket, head) => {
        if (head.includes('/good.py')) socket.write(textReply('good'))
        if (!head.includes('/drip.py')) return
        socket.write(textReply('', { 'Content-Length': '100000' }))
        drip(socket, 20, () => socket.write('x'))
      },
      { limits: { limitMs: 700 } },
    )
    const result = await read(...['drip.py', 'silent.py', 'good.py'].map((name) => `${server.url}/${name}`))
    expect(result).toEqual({ 'good.py': 'good' })
  })

  it('reads at most 100 files, four at a time', async () => {
    let now = 0
    let most = 0
    const { server, read } = await withServer((socket) => {
      now += 1
      most = Math.max(most, now)
      setTimeout(() => {
        now -= 1
        socket.write(textReply('text'))
      }, 5)
    })
    const files = await read(...Array.from({ length: 120 }, (_, at) => `${server.url}/${at}.py`))
    expect([Object.keys(files).length, server.requests.length, most]).toEqual([100, 100, 4])
  })

  it('ends when the caller aborts, and never rejects', async () => {
    const caller = new AbortController()
    const server = await serverOf(() => caller.abort())
    const allowed = [{ origin: server.url, cidr: '127.0.0.1/32' }]
    const templates = createTemplates({ allowed, limits: patient })
    expect((await templates.read([`${server.url}/a.py`], caller.signal)).size).toBe(0)
    templates.close()
    expect((await templates.read([`${server.url}/b.py`])).size).toBe(0)
    expect(server.requests).toHaveLength(1)
  })
})

describe('createTemplates, addresses', () => {
  it('reads only from listed origins', async () => {
    const { server, read } = await withServer((socket) => socket.write(textReply('text')))
    const other = await serverOf((socket) => socket.write(textReply('other')))
    const { port } = new URL(server.url)
    const refused = [
      `${other.url}/a.py`,
      `http://localhost:${port}/b.py`,
      `https://127.0.0.1:${port}/c.py`,
      `http://user:word@127.0.0.1:${port}/d.py`,
      `blob:${server.url}/e.py`,
      'file:///etc/passwd',
      '/f.py',
      'not a URL',
      '',
      `${server.url}/${'a'.repeat(3000)}.py`,
    ]
    expect(await read(...refused, `${server.url}/z.py`)).toEqual({ 'z.py': 'text' })
    expect([server.requests.length, other.connections()]).toEqual([1, 0])
  })

  it('connects to no private address unless a range names it', async () => {
    const server = await serverOf((socket) => socket.write(textReply('text')))
    const address = `${server.url}/a.py`
    expect(await readerOf(server.url)(address)).toEqual({})
    expect(await readerOf(`${server.url}|10.0.0.0/8`)(address)).toEqual({})
    expect(server.connections()).toBe(0)
    expect(await readerOf(`${server.url}|10.0.0.0/8,${server.url}|127.0.0.0/8`)(address)).toEqual({ 'a.py': 'text' })
  })

  it('connects to the address that was checked, even if the name resolves to another one afterwards', async () => {
    const server = await serverOf((socket) => socket.write(textReply('text')))
    const origin = `http://grader.test:${new URL(server.url).port}`
    let asked = 0
    const changing: ResolveName = async () => [asked++ === 0 ? '127.0.0.1' : '127.0.0.2']
    expect(await readerOf(`${origin}|127.0.0.1/32`, { resolveName: changing })(`${origin}/a.py`)).toEqual({
      'a.py': 'text',
    })
    expect([asked, server.requests[0]]).toEqual([1, expect.stringContaining(`host: grader.test:`)])
    const both: ResolveName = async () => ['127.0.0.1', '169.254.169.254']
    expect(await readerOf(`${origin}|127.0.0.1/32`, { resolveName: both })(`${origin}/a.py`)).toEqual({})
    expect(server.connections()).toBe(1)
  })
})

describe('createTemplates, names', () => {
  it.each([
    ['/files/a%20b.py', 'a b.py'],
    ['/%C3%A4.py', 'ä.py'],
    ['/__proto__', '__proto__'],
    ['/a.py?name=b.py', 'a.py'],
    ['/x/../a.py', 'a.py'],
  ])('names the file at %s %s', async (path, name) => {
    const { server, read } = await withServer((socket) => socket.write(textReply('text')))
    expect(Object.entries(await read(`${server.url}${path}`))).toEqual([[name, 'text']])
    expect(server.requests).toHaveLength(1)
  })

  it.each(['/', '/files/', '/%2e%2e%2fpasswd', '/a%00.py', '/a%5cb.py', '/%ff.py', '/a%0ab', `/${'a'.repeat(300)}`])(
    'does not request an address without a file name: %s',
    async (path) => {
      const { server, read } = await withServer((socket) => socket.write(textReply('text')))
      expect(await read(`${server.url}${path}`)).toEqual({})
      expect(server.connections()).toBe(0)
    },
  )

  it('uses the first existing file of two with the same name', async () => {
    const { server, read } = await withServer((socket, head) =>
      socket.write(head.includes('/en/') ? replyOf(404, '') : textReply(head.includes('/fi/') ? 'fi' : 'sv')),
    )
    expect(await read(...['en', 'fi', 'sv'].map((language) => `${server.url}/${language}/a.py`))).toEqual({
      'a.py': 'fi',
    })
  })
})

describe('createTemplates, cache', () => {
  const keeping = async (limits: Partial<TemplateLimits> = {}) => {
    const clock = { nowMs: 0 }
    const health = { status: 200 }
    const { server, read } = await withServer(
      (socket) => socket.write(health.status === 200 ? textReply('x'.repeat(100)) : replyOf(health.status, '')),
      { now: () => clock.nowMs, limits },
    )
    const has = async (...names: string[]) => Object.keys(await read(...names.map((name) => `${server.url}/${name}`)))
    return { server, clock, health, has }
  }

  it('reads a file again after five minutes, and not before', async () => {
    const { server, clock, has } = await keeping()
    await has('a.py')
    clock.nowMs = 299_999
    expect([await has('a.py'), server.requests.length]).toEqual([['a.py'], 1])
    clock.nowMs = 300_000
    expect([await has('a.py'), server.requests.length]).toEqual([['a.py'], 2])
  })

  it('requests a missing file again after half a minute', async () => {
    const { server, clock, health, has } = await keeping()
    health.status = 500
    expect(await has('a.py')).toEqual([])
    health.status = 200
    clock.nowMs = 29_999
    expect([await has('a.py'), server.requests.length]).toEqual([[], 1])
    clock.nowMs = 30_000
    expect([await has('a.py'), server.requests.length]).toEqual([['a.py'], 2])
  })

  it('removes the oldest files if there are too many, or too many bytes', async () => {
    const small = await keeping({ maxBytes: 250 })
    await small.has('a.py')
    await small.has('b.py')
    await small.has('c.py')
    expect(await small.has('b.py', 'c.py')).toHaveLength(2)
    expect(small.server.requests).toHaveLength(3)
    await small.has('a.py')
    expect(small.server.requests).toHaveLength(4)
    const few = await keeping({ maxEntries: 2 })
    for (const name of ['a.py', 'b.py', 'c.py', 'b.py', 'a.py']) await few.has(name)
    expect(few.server.requests).toHaveLength(4)
  })

  it('makes one request for callers that need the same file at the same time', async () => {
    const { server, has } = await keeping()
    const all = await Promise.all(Array.from({ length: 20 }, () => has('a.py', 'b.py')))
    expect(new Set(all.map((names) => names.join()))).toEqual(new Set(['a.py,b.py']))
    expect(server.requests).toHaveLength(2)
  })
})

const patient: Partial<TemplateLimits> = { limitMs: ampleMs, connectMs: ampleMs }
/** A reader of templates with this TEMPLATE_ORIGINS, which the end of the test closes. */
const readerOf = (origins: string, options: Partial<TemplatesOptions> = {}) => {
  const allowed = origins.split(',').flatMap((entry) => parseAllowedOrigin(entry) ?? [])
  const templates = createTemplates({ allowed, ...options, limits: { ...patient, ...options.limits } })
  onTestFinished(() => templates.close())
  return async (...urls: string[]): Promise<Record<string, string>> =>
    Object.fromEntries([...(await templates.read(urls))].map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))
}
const textReply = (body: string | Buffer, headers: Record<string, string> = {}): Buffer =>
  replyOf(200, body, { 'Content-Type': 'text/plain; charset=utf-8', ...headers })
const serverOf = async (script: Script) => {
  const server = await startAdversarialServer(script)
  onTestFinished(() => server.close())
  return server
}
const withServer = async (script: Script, options: Partial<TemplatesOptions> = {}) => {
  const server = await serverOf(script)
  return { server, read: readerOf(`${server.url}|127.0.0.1/32`, options) }
}
