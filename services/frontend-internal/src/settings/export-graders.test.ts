import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let teacher: string
beforeEach(async () => {
  service = await startTestService()
  teacher = await service.signIn(101)
})
afterEach(() => service.stop())

const get = (headers: Record<string, string> = {}) =>
  service.request('GET', '/courses/11/graders', { session: teacher, headers })
const header = 'email;languages;feedbackTags;gradingTags'

describe('exportGraders', () => {
  it('replies with a file of the graders, with their addresses', async () => {
    const reply = await get()
    expect(reply.status).toBe(200)
    expect(
      Object.fromEntries(
        ['content-type', 'content-disposition', 'etag', 'x-content-type-options', 'cache-control'].map((name) => [
          name,
          reply.headers.get(name),
        ]),
      ),
    ).toEqual({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="graders-11.csv"',
      etag: '"1"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(await reply.text()).toBe(
      `${header}\r\n"assistant-fi@example.org";"fi";"";"group-a"\r\n"assistant-en@example.org";"en,fi";"";""\r\n`,
    )
  })

  it('replies with the whole file even to a caller with the revision, which does not cover the addresses', async () => {
    const known = (await get()).headers.get('etag') ?? ''
    service.upstream.world.user(102).email = 'married@example.org'
    const reply = await get({ 'If-None-Match': known })
    expect([reply.status, reply.headers.get('etag')]).toEqual([200, known])
    expect(await reply.text()).toContain('"married@example.org"')
    expect((await get({ 'If-None-Match': '*' })).status).toBe(200)
  })

  it('replies with a file whose import gives the same graders, with any addresses', async () => {
    const { world } = service.upstream
    world.user(102).email = '=cmd|x@example.org'
    world.user(103).email = 'twins@example.org'
    world.user(105).email = 'twins@example.org'
    const graders = async () =>
      ((await (await service.request('GET', '/courses/11/settings', { session: teacher })).json()) as CourseSettings)
        .graders
    const before = await graders()
    const exported = await get()
    const csv = await exported.text()
    expect(csv).toBe(`${header}\r\n"'=cmd|x@example.org";"fi";"";"group-a"\r\n"103";"en,fi";"";""\r\n`)
    const reply = await service.request('PUT', '/courses/11/graders', {
      session: teacher,
      ifMatch: exported.headers.get('etag'),
      body: csv,
      headers: { 'Content-Type': 'text/csv' },
    })
    expect(reply.status).toBe(200)
    expect(await graders()).toEqual(before)
    expect(await (await get()).text()).toBe(csv)
  })

  it('fails if the learning platform fails', async () => {
    service.upstream.faults.add({ path: '/api/v2/users/*', action: { kind: 'status', status: 500 } })
    expect(await problemOf(await get())).toEqual([502, 'upstream_unavailable'])
  })
})
