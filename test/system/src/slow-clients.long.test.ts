import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patienceMs, readiness, type ServiceProcess, waitFor } from './service-process.ts'
import { readSettings, startWorld, type SystemWorld, tokenOf } from './world.ts'

/** Enough requests of one client that the replies do not fit into the buffers of two sockets. They are sent in several turns. */
const turns = 10
const requestsPerTurn = 16

/** Our limits are 10 s each. Node's own begin at a minute. The rest is for a busy machine. */
const goneAfterMs = 45_000

const headOf = (method: string, path: string, ...lines: string[]): string =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: api.example.org', ...lines].join('\r\n')}\r\n`
const description = `${headOf('GET', '/api/v1/openapi.json')}\r\n`

let world: SystemWorld
let service: ServiceProcess
beforeAll(async () => {
  world = await startWorld()
  service = await world.start('public-api')
})
afterAll(() => world.stop())

const descriptors = (): number => readdirSync(`/proc/${service.pid}/fd`).length

/** Sends the next request when the reply has come. A rejected request is not repeated. */
async function read(): Promise<number> {
  const reply = await fetch(`${service.url}/api/v1/courses/11/settings`, {
    headers: { Authorization: `Token ${tokenOf(101)}` },
  })
  await reply.arrayBuffer()
  return reply.status
}

function open(request: string): Socket {
  const socket = connect(service.port, '127.0.0.1')
  socket.on('error', () => {}) // a reset is how the server may end it
  socket.write(request)
  return socket
}

const unfinishedHeaders = headOf('GET', '/api/v1/courses/11/settings', `Authorization: Token ${tokenOf(101)}`)
const refusedWithBody = `${headOf('PUT', '/api/v1/courses/11/settings', 'Content-Type: application/json', 'Content-Length: 1000000')}\r\n{`

describe('clients that', { timeout: 600_000 }, () => {
  it.each([
    ['do not finish their headers', 500, unfinishedHeaders, 1],
    ['do not send the body of a request that is rejected', 500, refusedWithBody, 1],
    ['do not read their replies', 20, description.repeat(requestsPerTurn), turns],
  ])(
    '%s do not keep others from reading, and are disconnected after a while: %d clients',
    async (_name, clients, request, times) => {
      expect((await readSettings(service)).status).toBe(200)
      const before = descriptors()
      const sockets = Array.from({ length: clients }, () => open('').pause())
      await waitFor('all to be connected', patienceMs, () => sockets.every((socket) => !socket.connecting) || undefined)
      for (let turn = 0; turn < times; turn += 1) {
        for (const socket of sockets) socket.write(request)
        expect(await read()).toBe(200)
      }
      const statuses = []
      for (let count = 0; count < 50; count += 1) statuses.push(await read())
      expect([new Set(statuses), await readiness(service)]).toEqual([new Set([200]), 200])
      await waitFor('their connections to be closed', goneAfterMs, () => descriptors() <= before + 5 || undefined)
      for (const socket of sockets) socket.destroy()
      expect(service.logLines().filter(({ level }) => level === 'error')).toEqual([])
    },
  )
})

describe('a client that sends hundreds of requests before it reads a reply', () => {
  it('has sixteen of them processed at a time, and the others rejected', async () => {
    // All of them have arrived before the first reply is sent.
    world.upstream.faults.add({ path: '/api/v2/users/me', times: 1, action: { kind: 'delay', delayMs: 2_000 } })
    const socket = open('')
    let received = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
    })
    socket.write(
      `${headOf('GET', '/api/v1/courses/11/settings', `Authorization: Token ${tokenOf(102)}`)}\r\n`.repeat(300),
    )
    const statuses = (): string[] => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status)
    await waitFor('every reply', patienceMs, () => statuses().length === 300 || undefined)
    expect(statuses().filter((status) => status === '403')).toHaveLength(16)
    expect(statuses().filter((status) => status === '503')).toHaveLength(284)
    socket.destroy()
  })
})
