import type { Rendered } from '@course-grading/markdown'
import { describe, expect, it } from 'vitest'
import { createRenderFeedback } from './render-feedback.ts'

describe('renderFeedback', () => {
  it('renders one text of a person at a time, and a text of somebody else meanwhile', async () => {
    const { begun, finish, render } = openRenderer()
    const own = Array.from({ length: 40 }, (_, index) => render(101, `own ${index}`))
    const other = render(103, 'other')
    await expect.poll(() => begun).toEqual(['own 0', 'other'])
    finish()
    expect(await Promise.all([...own, other])).toHaveLength(41)
    expect(begun).toHaveLength(41)
  })

  it('rejects a text that waits too long for earlier ones of the same person', async () => {
    const { begun, finish, render } = openRenderer()
    const first = render(101, 'first')
    await expect(render(101, 'second', 20)).rejects.toMatchObject({ code: 'overloaded', retryAfterS: 2 })
    finish()
    await first
    expect(begun).toEqual(['first'])
  })
})

/** A renderer that ends no rendering before `finish`, and a function that renders a text of a person with it. */
function openRenderer() {
  const { promise, resolve } = Promise.withResolvers<Rendered>()
  const begun: string[] = []
  const renderFeedback = createRenderFeedback({
    render: ([text = '']) => {
      begun.push(text)
      return promise
    },
  })
  return {
    begun,
    finish: () => resolve({ ok: true, html: ['<p>a</p>'] }),
    render: (userId: number, text: string, waitMs = 60_000) =>
      renderFeedback(userId, [text], AbortSignal.timeout(waitMs)),
  }
}
