import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { frontendSecret, signIn } from './frontend-client.ts'
import { openConnection, type RawConnection } from './raw-connection.ts'
import type { ServiceProcess } from './service-process.ts'
import { startWorld, type SystemWorld } from './world.ts'

/** Longer than JSON may take to arrive, and longer than calls to the learning platform may take. */
const slowlyMs = 35_000
const csv = 'email;languages;feedbackTags;gradingTags\r\n103;fi;;\r\n'
const settings = JSON.stringify({ schemaVersion: 1 })

let world: SystemWorld
let service: ServiceProcess
let session: string
beforeAll(async () => {
  world = await startWorld()
  service = await world.start('frontend-internal')
  session = await signIn(service)
})
afterAll(() => world.stop())

/** Sends a write without its last bytes, when the service has asked for the body. */
async function beginWrite(path: string, type: string, body: string): Promise<RawConnection> {
  const connection = await openConnection(service.port)
  await connection.send(
    [
      `PUT /internal/frontend${path} HTTP/1.1`,
      'Host: a',
      `X-Service-Frontend-Secret: ${frontendSecret}`,
      `Authorization: Bearer ${session}`,
      'If-Match: "1"',
      `Content-Type: ${type}`,
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
      '',
      '',
    ].join('\r\n'),
  )
  expect(await connection.answer()).toMatchObject({ status: 100 })
  await connection.send(body.slice(0, 5))
  return connection
}

describe('a body whose last bytes arrive after 35 s', () => {
  it('is accepted as CSV, with its people looked up, and ends the request as JSON', async () => {
    const [slowCsv, slowJson] = await Promise.all([
      beginWrite('/courses/11/graders', 'text/csv', csv),
      beginWrite('/courses/11/settings', 'application/json', settings),
    ])
    const jsonReply = slowJson.answer()
    await setTimeout(slowlyMs)
    expect(await jsonReply).toMatchObject({ status: 408, headers: { connection: 'close' } })
    await slowCsv.send(csv.slice(5))
    const imported = await slowCsv.answer()
    expect(imported).toMatchObject({ status: 200, headers: { etag: '"2"' } })
    expect(JSON.parse(imported?.body ?? '')).toMatchObject({ graders: [{ userId: 103, languages: ['fi'] }] })
  }, 120_000)
})
