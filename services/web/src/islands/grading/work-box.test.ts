import type { RefObject } from 'preact'
import { describe, expect, it, vi } from 'vitest'
import { WorkBox } from './work-box.tsx'

interface Made {
  textContent: string
  press?: () => void
  readonly focus: () => void
}

/** A box whose element has the server's HTML of a work, or not, and for which these replies come. */
function box(hasWork: boolean, replies: readonly (string | null)[] = []) {
  const page = {
    activeElement: null as unknown,
    createElement(): Made {
      const made = {
        textContent: '',
        focus: () => (page.activeElement = made),
        addEventListener: (_: string, press: () => void) => Object.assign(made, { press }),
      }
      return made
    },
  }
  const element = {
    ownerDocument: page,
    innerHTML: '',
    inside: [] as Made[],
    querySelector: () => (hasWork ? {} : null),
    replaceChildren: (...inside: Made[]) => Object.assign(element, { inside }),
  }
  const [clean, coming] = [vi.fn<() => void>(), [...replies]]
  const onDrawn = vi.fn<(box: HTMLElement) => () => void>(() => clean)
  const load = vi.fn<() => Promise<string | null>>(async () => coming.shift() ?? null)
  const [title, away, loading, again] = ['Work', 'Away', 'Loading', 'Try again']
  const work = new WorkBox({ title, onDrawn, load, away, loading, again })
  const { ref } = work.render() as unknown as { readonly ref: RefObject<object> }
  ref.current = element
  work.componentDidMount()
  return { work, element, onDrawn, load, clean, texts: () => element.inside.map(({ textContent }) => textContent) }
}

describe('the box of a work', () => {
  it('leaves what the server drew, and ends it with the box', () => {
    const { work, onDrawn, load, clean } = box(true)
    work.componentWillUnmount()
    expect([onDrawn, load, clean].map((each) => each.mock.calls.length)).toEqual([1, 0, 1])
  })

  it('asks for a work that is not there, and says so', async () => {
    const { element, onDrawn, texts } = box(false, ['<p>Work</p>'])
    expect(texts()).toEqual(['Loading'])
    await vi.waitFor(() => expect(onDrawn).toHaveBeenCalledOnce())
    expect(element.innerHTML).toBe('<p>Work</p>')
  })

  it('asks again for one that did not come, at the press of a button', async () => {
    const { element, texts } = box(false, [null, '<p>Work</p>'])
    await vi.waitFor(() => expect(texts()).toEqual(['Away', 'Try again']))
    element.inside[1]?.press?.()
    await vi.waitFor(() => expect(element.innerHTML).toBe('<p>Work</p>'))
  })

  it('draws nothing that comes after it is gone', async () => {
    const { work, element, load, onDrawn } = box(false, ['<p>Work</p>'])
    work.componentWillUnmount()
    await load.mock.results[0]?.value
    expect([element.innerHTML, onDrawn.mock.calls]).toEqual(['', []])
  })
})
