import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let teacher: string
beforeAll(async () => {
  service = await startTestService()
  teacher = await service.signIn(101)
})
afterAll(() => service.stop())

const preview = (body: unknown, session = teacher): Promise<Response> =>
  service.request('POST', '/courses/11/feedback/preview', { session, body: { body } })

describe('previewFeedback', () => {
  it('shows a text as students will see it', async () => {
    const reply = await preview('# Good\n\n- [x] [there](https://example.org)\n\n<script>alert(1)</script>')
    expect([reply.status, await reply.json()]).toEqual([
      200,
      {
        html:
          '<h1>Good</h1>\n<ul>\n<li>☑ <a href="https://example.org" rel="nofollow noopener noreferrer" target="_blank">there</a></li>\n</ul>\n' +
          '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n',
      },
    ])
  })

  it('shows an empty text as nothing', async () => {
    expect(await (await preview('')).json()).toEqual({ html: '' })
  })

  it.each([
    ['is longer than 500,000 bytes as HTML', '😀'.repeat(130_000)],
    ['has more elements than a page can show', '*a* '.repeat(20_000)],
    ['has quotes too deep in each other', `${'> '.repeat(70)}a`],
    ['is longer than 200,000 characters', 'a'.repeat(200_001)],
  ])('rejects a text that %s', async (_, text) => {
    expect(await problemOf(await preview(text))).toEqual([400, 'validation_failed', '$.body too_long'])
  })

  it.each([[null], [7], [undefined]])('rejects %j, which is no text', async (body) => {
    expect((await preview(body)).status).toBe(400)
  })

  it('is for graders', async () => {
    expect(await problemOf(await preview('a', await service.signIn(201)))).toEqual([403, 'forbidden'])
  })
})
