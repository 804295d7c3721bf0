import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { describe, expect } from 'vitest'
import { headOf } from './raw-connection.ts'
import { readiness, type ServiceProcess, waitFor } from '../service-process.ts'
import { it } from '../system-test.ts'
import { readSettings, readSettingsOnce, tokenOf } from '../world.ts'

describe('clients that', { timeout: 600_000 }, () => {
  it.for([
    ['do not finish their headers', 500, unfinishedHeaders, 1],
    ['do not send the body of a request that is rejected', 500, refusedWithBody, 1],
    ['do not read their replies', 20, description.repeat(requestsPerTurn), turns],
  ] as const)(
    '%s do not keep others from reading, and are disconnected after a while: %d clients',
    async ([, clients, request, times], { publicApi }) => {
      expect((await readSettings(publicApi)).status).toBe(200)
      const before = descriptors(publicApi)
      const sockets = Array.from({ length: clients }, () => open(publicApi, '').pause())
      await waitFor('all to be connected', () => sockets.every((socket) => !socket.connecting))
      for (let turn = 0; turn < times; turn += 1) {
        for (const socket of sockets) socket.write(request)
        expect((await readSettingsOnce(publicApi)).status).toBe(200)
      }
      const statuses = []
      for (let count = 0; count < 50; count += 1) statuses.push((await readSettingsOnce(publicApi)).status)
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect(await readiness(publicApi)).toBe(200)
      await waitFor('their connections to be closed', () => descriptors(publicApi) <= before + 5, goneAfterMs)
      for (const socket of sockets) socket.destroy()
      expect(publicApi.errors()).toEqual([])
    },
  )
})

describe('a client that sends hundreds of requests before it reads a reply', () => {
  it('has sixteen of them processed at a time, and the others rejected', async ({ world, publicApi }) => {
    // All of them have arrived before the first reply is sent.
    world.upstream.faults.add({ path: '/api/v2/users/me', times: 1, action: { kind: 'delay', delayMs: 2_000 } })
    const socket = open(publicApi, '')
    let received = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
    })
    socket.write(headOf(`GET ${settings}`, `Authorization: Token ${tokenOf(102)}`).repeat(300))
    const statuses = (): string[] => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status)
    await waitFor('every reply', () => statuses().length === 300)
    expect(statuses().filter((status) => status === '403')).toHaveLength(16)
    expect(statuses().filter((status) => status === '503')).toHaveLength(284)
    socket.destroy()
  })
})

/** Our limits are 10 s each. Node's own begin at a minute. The rest is for a busy machine. */
const goneAfterMs = 45_000

const descriptors = ({ pid }: ServiceProcess): number => readdirSync(`/proc/${pid}/fd`).length

function open({ port }: ServiceProcess, request: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}) // a reset is how the server may end it
  socket.write(request)
  return socket
}

/** Enough requests of one client that the replies do not fit into the buffers of two sockets. They are sent in several turns. */
const turns = 10
const requestsPerTurn = 16

const description = headOf('GET /api/v1/openapi.json')
const settings = '/api/v1/courses/11/settings'
const unfinishedHeaders = headOf(`GET ${settings}`, `Authorization: Token ${tokenOf(101)}`).slice(0, -2)
const refusedWithBody = `${headOf(`PUT ${settings}`, 'Content-Type: application/json', 'Content-Length: 1000000')}{`
