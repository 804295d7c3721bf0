import { afterEach, describe, expect, it } from 'vitest'
import { createMarkdownRenderer, type MarkdownRenderer, type MarkdownRendererOptions } from './markdown-renderer.ts'

const open: MarkdownRenderer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((renderer) => renderer.close()))
})

function renderer(options: MarkdownRendererOptions = {}): MarkdownRenderer {
  const made = createMarkdownRenderer(options)
  open.push(made)
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

  it('returns to each of several callers at the same time their own texts', async () => {
    const made = renderer()
    const replies = await Promise.all(['a', 'b', 'c'].map((text) => made.render([text], 1_000)))
    expect(replies.map((reply) => (reply?.ok === true ? reply.html[0] : null))).toEqual([
      '<p>a</p>\n',
      '<p>b</p>\n',
      '<p>c</p>\n',
    ])
  })

  it('reports that the HTML is too long', async () => {
    expect(await renderer().render(['aaaa'], 5)).toEqual({ ok: false, reason: 'too_long' })
  })

  it('counts a text that takes too much time as too long, and renders the next one', async () => {
    const made = renderer({ limitMs: 300 })
    expect(await made.render([longText], 1_000_000)).toEqual({ ok: false, reason: 'too_long' })
    expect(await made.render(['a'], 1_000_000)).toMatchObject({ ok: true })
  })

  it('does not render for a caller who has gone', async () => {
    expect(await renderer().render(['a'], 1_000, AbortSignal.abort())).toBeUndefined()
  })

  it('does not let a caller wait longer than its limit', async () => {
    const made = renderer({ waitMs: 0 })
    const first = made.render(['a'], 1_000)
    expect(await made.render(['b'], 1_000)).toBeUndefined()
    expect(await first).toMatchObject({ ok: true })
  })

  it('starts the thread again after it was idle', async () => {
    const made = renderer({ idleMs: 1 })
    await made.render(['a'], 1_000)
    await new Promise((resolve) => void setTimeout(resolve, 50))
    expect(await made.render(['b'], 1_000)).toMatchObject({ ok: true })
  })

  it('has no result once it is closed', async () => {
    const made = renderer()
    const waiting = made.render([longText], 1_000_000)
    await made.close()
    expect(await waiting).toBeUndefined()
    expect(await made.render(['a'], 1_000)).toBeUndefined()
  })
})
