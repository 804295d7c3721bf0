import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.doUnmock('./staff/send-all-left.ts')
  vi.resetModules()
})

it('each page of staff sends what closed tabs left, and says whose text is not saved, with a way to it', async () => {
  const sent = [
    { outcome: 'sent', who: 'Sent', assessmentId: 'a' },
    { outcome: 'lost', who: 'Student 2', assessmentId: 'b' },
  ]
  vi.doMock('./staff/send-all-left.ts', () => ({ sendAllLeft: async () => sent }))
  const start = JSON.stringify({ userId: 101, texts: { lost: 'Not saved:' } })
  const drawn = vi.fn<(...lines: FakeElement[]) => void>()
  vi.stubGlobal('indexedDB', {})
  vi.stubGlobal('document', {
    getElementById: () => ({ dataset: { start }, replaceChildren: drawn }),
    querySelectorAll: () => [],
    createElement: (): FakeElement => {
      const parts: unknown[] = []
      return { parts, append: (...added: unknown[]) => void parts.push(...added) }
    },
  })
  await import('./staff.island.ts')
  await vi.waitFor(() => expect(drawn).toHaveBeenCalled())
  expect(drawn.mock.calls.flat()).toMatchObject([
    { parts: ['Not saved: ', { href: '/grade/b', textContent: 'Student 2' }] },
  ])
})

interface FakeElement {
  readonly parts: unknown[]
  readonly append: (...added: unknown[]) => void
}
