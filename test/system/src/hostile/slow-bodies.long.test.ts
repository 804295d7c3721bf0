import { aSettingsChange, changeOf, demoCourses } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import { headOf, openConnection, type RawConnection } from './raw-connection.ts'
import { readiness, type ServiceProcess, waitFor } from '../service-process.ts'
import { it as onServices } from '../system-test.ts'
import { readSettings, tokenOf, writeSettings } from '../world.ts'

const slowRequests = 300

describe(`${slowRequests} bodies of one teacher that are not sent`, () => {
  it('are awaited up to sixteen at a time; the others are rejected at once', ({ slow }) => {
    expect(slow.filter(({ status }) => status === 100)).toHaveLength(16)
    expect(slow.filter(({ status }) => status === 503)).toHaveLength(slowRequests - 16)
  })

  it('do not keep other teachers from reading and writing', async ({ publicApi, slow: _ }) => {
    expect((await readSettings(publicApi, otherTeacher)).status).toBe(200)
    const body = JSON.stringify(changeOf(demoCourses.dataStructures))
    expect((await writeSettings(publicApi, { ...otherTeacher, body })).status).toBe(200)
    expect(await readiness(publicApi)).toBe(200)
  })

  it('do not keep their teacher from reading, or from writing bodies that come at once', async ({
    publicApi,
    slow: _,
  }) => {
    expect((await readSettings(publicApi)).status).toBe(200)
    expect((await writeSettings(publicApi, { body: JSON.stringify(aSettingsChange({ graders: [] })) })).status).toBe(
      200,
    )
  })

  it('make room when one of them leaves', async ({ publicApi, slow }) => {
    slow.find(({ status }) => status === 100)!.connection.reset()
    await waitFor('room for another', async () => {
      slow.push(await openSlowBody(publicApi))
      return slow.at(-1)!.status === 100
    })
  })
})

const otherTeacher = { token: tokenOf(104), courseId: 13 }

interface SlowBody {
  readonly connection: RawConnection
  readonly status: number
}

/** Announces a body and does not send it. The service sends `100 Continue` when it begins to wait for the body. */
async function openSlowBody({ port }: ServiceProcess): Promise<SlowBody> {
  const connection = await openConnection(port)
  await connection.send(
    headOf(
      'PUT /api/v1/courses/11/settings',
      `Authorization: Token ${tokenOf(101)}`,
      'If-Match: "1"',
      'Content-Type: application/json',
      'Content-Length: 1000',
      'Expect: 100-continue',
    ),
  )
  const answer = await connection.answer()
  if (answer?.status === 503) {
    expect(answer.headers).toMatchObject({ 'retry-after': '1', connection: 'close' })
    await expect(answer).toBeProblem(503, 'overloaded', { issues: [] })
  }
  return { connection, status: answer?.status ?? 0 }
}

const atOnce = 10

const it = onServices.extend('slow', { scope: 'file' }, async ({ publicApi }, { onCleanup }) => {
  const slow: SlowBody[] = []
  while (slow.length < slowRequests)
    slow.push(...(await Promise.all(Array.from({ length: atOnce }, () => openSlowBody(publicApi)))))
  onCleanup(() => slow.forEach(({ connection }) => connection.reset()))
  return slow
})
