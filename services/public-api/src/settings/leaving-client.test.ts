import { connect } from 'node:net'
import { aSettingsChange } from '@course-grading/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settingsClient, openServices, teacher, type TestService } from '../service.fixture.ts'

const startService = await openServices()
let service: TestService
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.stop())

describe('a client that leaves', () => {
  it('does not change the settings', async () => {
    const letGo = service.upstream.faults.hold({ path: '/api/v2/users/102' })
    const body = JSON.stringify(aSettingsChange())
    await leaveDuring(
      `PUT /api/v1/courses/11/settings HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${teacher}\r\nIf-Match: "1"\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      '/api/v2/users/102',
    )
    await expect.poll(isLogged).toBe(true)
    letGo()
    await expect.poll(inFlight).toBe(0)
    expect((await settingsClient(service).get()).headers.get('etag')).toBe('"1"')
  })

  it('occupies its slot until its request has ended', async () => {
    const letGo = service.upstream.faults.hold({ path: '/api/v2/users/me', times: 1 })
    await leaveDuring(
      `GET /api/v1/courses/11/settings HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${teacher}\r\n\r\n`,
      '/api/v2/users/me',
    )
    await expect.poll(isLogged).toBe(true)
    expect(await inFlight()).toBe(1)
    letGo()
    await expect.poll(inFlight).toBe(0)
  })
})

const isLogged = (): boolean => service.logLines.some((line) => line.includes('"status":499'))
const inFlight = async (): Promise<number> =>
  Number(/^http_requests_in_flight (\d+)$/m.exec(await (await fetch(`${service.url}/metrics`)).text())?.[1])

/**
 * Sends a request and resets the connection when the platform is called at `path`. It does not merely end its direction, since
 * such a client may still wait for the reply.
 */
async function leaveDuring(request: string, path: string): Promise<void> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(request)
  await service.upstream.journal.waitFor({ path }, 60_000)
  socket.resetAndDestroy()
}
