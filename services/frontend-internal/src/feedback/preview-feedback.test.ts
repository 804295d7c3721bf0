import { describe, expect } from 'vitest'
import { it, type TestService } from '../service-test.fixture.ts'

describe('previewFeedback', () => {
  it('shows a text as students will see it', async ({ service }) => {
    const reply = await preview(service, '# Good\n\n- [x] [there](https://example.org)\n\n<script>alert(1)</script>')
    expect(reply.status).toBe(200)
    expect(await reply.json()).toEqual({
      html:
        '<h5>Good</h5>\n<ul>\n<li>☑ <a href="https://example.org" rel="nofollow noopener noreferrer" target="_blank">there</a></li>\n</ul>\n' +
        '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n',
    })
  })

  it('shows an empty text as nothing', async ({ service }) => {
    expect(await (await preview(service, '')).json()).toEqual({ html: '' })
  })

  it('rejects a text that has more elements than a page can show', async ({ service }) => {
    const text = '*a* '.repeat(20_000)
    await expect(preview(service, text)).toBeProblem(400, 'validation_failed', ['$.body too_long'])
  })
})

const preview = (service: TestService, body: unknown, session?: string): Promise<Response> =>
  service.send('POST', '/courses/11/feedback/preview', { session, body: { body } })
