import { aSettingsChange, changeOf, demoCourses } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openConnection, type RawConnection } from './raw-connection.ts'
import { readiness, type ServiceProcess } from './service-process.ts'
import { readSettings, startWorld, type SystemWorld, tokenOf, writeSettings } from './world.ts'

const slowTeacher = tokenOf(101)
const otherTeacher = tokenOf(104)
const slowRequests = 300
const atOnce = 10

let world: SystemWorld
let service: ServiceProcess
const slow: { readonly connection: RawConnection; readonly status: number }[] = []

/** Announces a body and does not send it. The service sends `100 Continue` when it begins to wait for the body. */
async function openSlowBody(): Promise<void> {
  const connection = await openConnection(service.port)
  await connection.send(
    [
      'PUT /api/v1/courses/11/settings HTTP/1.1',
      'Host: api.example.org',
      `Authorization: Token ${slowTeacher}`,
      'If-Match: "1"',
      'Content-Type: application/json',
      'Content-Length: 1000',
      'Expect: 100-continue',
      '',
      '',
    ].join('\r\n'),
  )
  const answer = await connection.answer()
  slow.push({ connection, status: answer?.status ?? 0 })
  if (answer?.status === 503) {
    expect(answer.headers).toMatchObject({ 'retry-after': '1', connection: 'close' })
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'overloaded', issues: [] } })
  }
}

beforeAll(async () => {
  world = await startWorld()
  service = await world.start('public-api')
  while (slow.length < slowRequests) await Promise.all(Array.from({ length: atOnce }, openSlowBody))
}, 600_000)
afterAll(async () => {
  for (const { connection } of slow) connection.reset()
  await world.stop()
})

const withStatus = (status: number) => slow.filter((request) => request.status === status)

describe(`${slowRequests} bodies of one teacher that are not sent`, () => {
  it('are awaited up to sixteen at a time; the others are rejected at once', () => {
    expect([withStatus(100).length, withStatus(503).length]).toEqual([16, slowRequests - 16])
  })

  it('do not keep other teachers from reading and writing', async () => {
    expect((await readSettings(service, { token: otherTeacher, courseId: 13 })).status).toBe(200)
    const body = JSON.stringify(changeOf(demoCourses.dataStructures))
    expect((await writeSettings(service, { token: otherTeacher, courseId: 13, body })).status).toBe(200)
    expect(await readiness(service)).toBe(200)
  })

  it('do not keep their teacher from reading, or from writing bodies that come at once', async () => {
    expect((await readSettings(service)).status).toBe(200)
    expect((await writeSettings(service, { body: JSON.stringify(aSettingsChange({ graders: [] })) })).status).toBe(200)
  })

  it('make room when one of them leaves', async () => {
    withStatus(100)[0]!.connection.reset()
    let status = 0
    for (let attempt = 0; status !== 100 && attempt < 100; attempt += 1) {
      await openSlowBody()
      status = slow.at(-1)!.status
    }
    expect(status).toBe(100)
  })
})
