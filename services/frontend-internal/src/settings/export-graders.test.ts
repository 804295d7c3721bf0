import { describe, expect, onTestFinished } from 'vitest'
import { it, type TestService } from '../service-test.fixture.ts'

describe('exportGraders', () => {
  it('replies with a file of the graders, with their addresses', async ({ service }) => {
    const reply = await get(service)
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

  it('replies with the whole file even to a caller with its revision', async ({ service }) => {
    const known = (await get(service)).headers.get('etag') ?? ''
    const grader = service.upstream.world.user(103)
    const { email } = grader
    onTestFinished(() => void (grader.email = email))
    grader.email = 'married@example.org'
    const reply = await get(service, { 'If-None-Match': known })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('etag')).toEqual(known)
    expect(await reply.text()).toContain('"married@example.org"')
    await expect(get(service, { 'If-None-Match': '*' })).toBeReply(200)
  })
})

const header = 'email;languages;feedbackTags;gradingTags'

const get = (service: TestService, headers: Record<string, string> = {}) =>
  service.send('GET', '/courses/11/graders', { headers })
