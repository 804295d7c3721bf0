import { describe, expect, it, vi } from 'vitest'
import { en } from '../../texts/en.ts'
import type { GradingState } from './grading-state.ts'
import { type ActionPorts, pageActions, type SimpleAction } from './page-actions.ts'

const { nothing } = en.live

/** Keys of a page on which all that can be done is done, or nothing is. */
function page(isDone: boolean, stop: GradingState['stop'] = null) {
  const did: string[] = []
  const does = (what: string) => (step?: number) => {
    did.push(step === undefined ? what : `${what} ${step}`)
    return isDone
  }
  const announce = vi.fn<(text: string) => void>()
  const ports = {
    texts: en,
    grading: { complete: async () => void does('complete')(), state: () => ({ stop }) },
    criteria: { step: does('criterion'), goToMissing: does('missing'), goToFirstMissing: does('first missing') },
    work: { goToFile: does('file'), goToAnnotation: does('annotation'), annotate: () => does('annotate')() },
    isFolded: true,
    fold: (isIt: boolean) => did.push(`fold ${isIt}`),
    announce,
  }
  return { actions: pageActions(ports as unknown as ActionPorts), did, announce }
}

const steps: readonly (readonly [SimpleAction, readonly string[], string])[] = [
  ['nextCriterion', ['criterion 1'], nothing.lastCriterion],
  ['previousCriterion', ['criterion -1'], nothing.firstCriterion],
  ['missing', ['missing'], nothing.missing],
  ['nextFile', ['file 1'], nothing.file],
  ['previousFile', ['file -1'], nothing.file],
  ['nextAnnotation', ['fold false', 'annotation 1'], nothing.annotation],
  ['previousAnnotation', ['fold false', 'annotation -1'], nothing.annotation],
  ['annotate', ['fold false', 'annotate'], nothing.lines],
]

describe('a key', () => {
  it.each(steps)('%s leads there, and where the page has nothing of it, says so', (action, done, otherwise) => {
    for (const isDone of [true, false]) {
      const { actions, did, announce } = page(isDone)
      actions[action]()
      expect([did, announce.mock.calls]).toEqual([done, isDone ? [] : [[otherwise]]])
    }
  })

  it.each([
    ['gaps', ['complete', 'first missing']],
    ['unsaved', ['complete']],
  ] as const)('that completes leads to what is missing, if that is why it cannot: %s', async (stop, done) => {
    const { actions, did } = page(true, stop)
    actions.complete()
    await vi.waitFor(() => expect(did).toEqual(done))
  })

  it('folds and unfolds the work', () => {
    const { actions, did } = page(true)
    actions.fold()
    expect(did).toEqual(['fold false'])
  })
})
