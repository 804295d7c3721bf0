import { demoCourses } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let teacher: string
beforeAll(async () => {
  service = await startTestService()
  teacher = await service.signIn(101)
})
afterAll(() => service.stop())

describe('getCourseSettings', () => {
  it('replies with the stored document, byte for byte, with its revision', async () => {
    const reply = await service.request('GET', '/courses/11/settings', { session: teacher })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('etag')).toBe('"1"')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(await reply.text()).toBe(JSON.stringify(demoCourses.programming1))
  })

  it('replies 304 to a caller with the current revision, and with the document to others', async () => {
    const read = (etag: string) =>
      service.request('GET', '/courses/11/settings', { session: teacher, headers: { 'If-None-Match': etag } })
    const known = await read('"1"')
    expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, '"1"', ''])
    expect((await read('"2"')).status).toBe(200)
  })

  it('replies 404 to the teacher of a course that is not configured, and 403 to others', async () => {
    const statusFor = async (userId: number) =>
      (await service.request('GET', '/courses/12/settings', { session: await service.signIn(userId) })).status
    expect([await statusFor(101), await statusFor(102), await statusFor(105)]).toEqual([404, 403, 403])
  })
})
