import { describe, expect, it, onTestFinished } from 'vitest'
import { createMarkdownRenderer, type MarkdownRenderer } from './markdown-renderer.ts'

function renderer(limits?: Parameters<typeof createMarkdownRenderer>[0]): MarkdownRenderer {
  const made = createMarkdownRenderer(limits)
  onTestFinished(() => made.close())
  return made
}

/** Rendering this takes a second on a machine that renders a short text in a few milliseconds. */
const longText = '[*_'.repeat(66_000)

describe('createMarkdownRenderer', () => {
  it('renders in a thread', async () => {
    expect(await renderer().render(['*a*', 'b'], 1_000)).toEqual({
      ok: true,
      html: ['<p><em>a</em></p>\n', '<p>b</p>\n'],
    })
  })

  it('reports that the HTML is too long', async () => {
    expect(await renderer().render(['aaaa'], 5)).toEqual({ ok: false, reason: 'too_long' })
  })

  it('counts a text that takes too much time as too long, and renders the next one', async () => {
    const made = renderer({ limitMs: 300 })
    expect(await made.render([longText], 1_000_000)).toEqual({ ok: false, reason: 'too_long' })
    expect(await made.render(['a'], 1_000_000)).toMatchObject({ ok: true })
  })

  it('has no result once it is closed', async () => {
    const made = renderer()
    const waiting = made.render([longText], 1_000_000)
    await made.close()
    expect(await waiting).toBeUndefined()
    expect(await made.render(['a'], 1_000)).toBeUndefined()
  })
})
