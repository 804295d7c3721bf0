import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { aSettingsChange } from '@course-grading/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConnection, type RawReply } from './raw-connection.ts'
import type { ServiceProcess } from './service-process.ts'
import { readSettings, startWorld, type SystemWorld, tokenOf } from './world.ts'

let world: SystemWorld
let service: ServiceProcess
let revision: number
beforeAll(async () => {
  world = await startWorld()
  service = await world.start('public-api')
})
afterAll(() => world.stop())
const revisionNow = async (): Promise<number> =>
  ((await (await readSettings(service)).json()) as CourseSettings).revision
beforeEach(async () => {
  revision = await revisionNow()
})

const body = JSON.stringify(aSettingsChange({ graders: [] }))

/** Writes with these header lines. In them, `%n` is the current revision, `%b` the one before it, and `%a` the one after it. */
async function write(...lines: string[]): Promise<RawReply | null> {
  const now = (line: string): string =>
    line
      .replaceAll('%n', String(revision))
      .replaceAll('%b', String(revision - 1))
      .replaceAll('%a', String(revision + 1))
  const connection = await openConnection(service.port)
  await connection.send(
    [
      'PUT /api/v1/courses/11/settings HTTP/1.1',
      'Host: api.example.org',
      `Authorization: Token ${tokenOf(101)}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...lines.map(now),
      '',
      body,
    ].join('\r\n'),
  )
  const answer = await connection.answer()
  connection.reset()
  return answer
}

const errorOf = (answer: RawReply | null): { code: string; issues: { path: string }[] } =>
  JSON.parse(answer?.body ?? '').error

describe('If-Match on the wire', () => {
  it.each([
    ['the current revision', ['If-Match: "%n"']],
    ['spaces and tabs around it', ['If-Match: \t "%n" \t']],
    ['a date beside it, which is ignored', ['If-Match: "%n"', 'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT']],
  ])('%s: written', async (_what, lines) => {
    const answer = await write(...lines)
    expect(answer).toMatchObject({ status: 200, headers: { etag: `"${revision + 1}"` } })
    expect(await revisionNow()).toBe(revision + 1)
  })

  it.each([
    ['a date alone', ['If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT']],
    ['nothing', []],
  ])('%s: 428', async (_what, lines) => {
    const answer = await write(...lines)
    expect([answer?.status, errorOf(answer).code]).toEqual([428, 'precondition_required'])
    expect(await revisionNow()).toBe(revision)
  })

  it.each(['"%b"', '"%a"', '"0"', '"9007199254740991"'])('%s: 412', async (tag) => {
    const answer = await write(`If-Match: ${tag}`)
    expect([answer?.status, errorOf(answer).code]).toEqual([412, 'revision_conflict'])
    expect(await revisionNow()).toBe(revision)
  })

  it.each([
    ['If-Match: *'],
    ['If-Match: "%b", "%n"'],
    ['If-Match: "%n","%n"'],
    ['If-Match: "%b"', 'If-Match: "%n"'],
    ['If-Match: "%n"', 'If-Match: "%n"'],
    ['If-Match: , "%n"'],
    ['If-Match: W/"%n"'],
    ['If-Match: w/"%n"'],
    ['If-Match:'],
    ['If-Match: %n'],
    ["If-Match: '%n'"],
    ['If-Match: "%n'],
    ['If-Match: "0%n"'],
    ['If-Match: "+%n"'],
    ['If-Match: "%n.0"'],
    ['If-Match: "%ne0"'],
    ['If-Match: " %n"'],
    ['If-Match: "\xef\xbc\x97"'],
    ['If-Match: "9223372036854775808"'],
    ['If-Match: "%n" x'],
    ['If-Match: \xa0"%n"'],
  ])('%s: 400', async (...lines) => {
    const answer = await write(...lines)
    expect([answer?.status, errorOf(answer)]).toEqual([
      400,
      expect.objectContaining({
        code: 'validation_failed',
        issues: [expect.objectContaining({ path: '$.headers.If-Match' })],
      }),
    ])
    expect(await revisionNow()).toBe(revision)
  })
})
