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

  it.for([
    ['is longer than 500,000 bytes as HTML', '😀'.repeat(130_000)],
    ['has more elements than a page can show', '*a* '.repeat(20_000)],
    ['has quotes too deep in each other', `${'> '.repeat(70)}a`],
    ['is longer than 200,000 characters', 'a'.repeat(200_001)],
  ] as const)('rejects a text that %s', async ([_, text], { service }) => {
    await expect(preview(service, text)).toBeProblem(400, 'validation_failed', ['$.body too_long'])
  })

  it.for([[null], [7], [undefined]] as const)('rejects %j, which is no text', async ([body], { service }) => {
    await expect(preview(service, body)).toBeReply(400)
  })
})

const preview = (service: TestService, body: unknown, session?: string): Promise<Response> =>
  service.send('POST', '/courses/11/feedback/preview', { session, body: { body } })
