import { afterEach, describe, expect, it, vi } from 'vitest'
import { elementRead, pageRead } from './when-read.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A document that a browser is still reading, or not. */
function reading(readyState: 'loading' | 'interactive') {
  const elements = new Map<string, object>()
  const document = Object.assign(new EventTarget(), {
    readyState,
    getElementById: (id: string) => elements.get(id) ?? null,
  })
  let noticed = (): void => {}
  const disconnect = vi.fn<() => void>()
  class Observer {
    disconnect = disconnect
    observe = (): void => {}
    constructor(callback: () => void) {
      noticed = callback
    }
  }
  vi.stubGlobal('document', document)
  vi.stubGlobal('MutationObserver', Observer)
  return {
    disconnect,
    read: (id: string) => {
      elements.set(id, { id })
      noticed()
    },
    end: () => document.dispatchEvent(new Event('DOMContentLoaded')),
  }
}

describe('a script that runs while its page is being read', () => {
  it('has its element as soon as that is read, among others', async () => {
    const { read, disconnect } = reading('loading')
    const element = elementRead('grading')
    read('header')
    read('grading')
    expect(await element).toEqual({ id: 'grading' })
    expect(disconnect).toHaveBeenCalledOnce()
  })

  it('has none once the page is read without it', async () => {
    const { end } = reading('loading')
    const element = elementRead('grading')
    end()
    expect(await element).toBeNull()
  })

  it('waits for the end of the page, unless that is there', async () => {
    const { end } = reading('loading')
    const ended = vi.fn<() => void>()
    const waiting = pageRead().then(ended)
    await Promise.resolve()
    expect(ended).not.toHaveBeenCalled()
    end()
    await waiting
    reading('interactive')
    await pageRead()
  })
})
