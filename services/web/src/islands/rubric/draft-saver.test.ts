import { generatedLanguages, generatedRubric } from '@course-grading/domain/rubrics/generated-rubric.fixture'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Answer } from '../grading/ask.ts'
import type { KeptDraft } from './draft-keeper.ts'
import { createDraftSaver } from './draft-saver.ts'
import { type EditorState, withField } from './editor-state.ts'
import { givenRubric, typedRubric } from './typed-rubric.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const state: EditorState = {
  rubric: typedRubric(generatedRubric(1), 'en'),
  open: null,
  language: 'en',
  removed: null,
}
const titled = (title: string): EditorState => withField(state, 'title', 'line', title)

function open(answers: Answer<{ revision: number }>[]) {
  const kept = new Map<string, KeptDraft>()
  const save = vi.fn<(document: object, revision: number) => Promise<Answer<{ revision: number }>>>(
    async () => answers.shift() ?? { kind: 'ok', value: { revision: 9 } },
  )
  const keeper = {
    keep: async (key: string, draft: KeptDraft) => void kept.set(key, draft),
    kept: async () => null,
    forget: async (key: string) => void kept.delete(key),
    all: async () => [...kept.values()],
  }
  const start = {
    userId: 1,
    locale: 'en',
    path: '/r',
    languages: generatedLanguages,
    revision: 3,
    state,
    isAgain: false,
  } as const
  const noop = (): void => {}
  return { kept, save, saver: createDraftSaver(start, { save, keeper, now: () => 0, changed: noop, said: noop }) }
}

describe('a draft', () => {
  it('is kept at once, saved two seconds after the last change, and then no longer kept', async () => {
    const { kept, save, saver } = open([])
    saver.edit(titled('A'))
    await vi.advanceTimersByTimeAsync(1_900)
    saver.edit(titled('B'))
    expect([kept.size, saver.status()]).toEqual([1, { kind: 'kept', count: 0 }])
    await vi.advanceTimersByTimeAsync(1_900)
    expect(save).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(100)
    expect(save.mock.calls).toEqual([[givenRubric(titled('B').rubric), 3]])
    expect([kept.size, saver.status(), saver.revision()]).toEqual([0, { kind: 'saved' }, 9])
  })

  it('is not saved while something is to be mended, nor where nothing was changed', async () => {
    const { kept, save, saver } = open([])
    saver.edit({ ...state, open: 'x' })
    await vi.advanceTimersByTimeAsync(3_000)
    expect([kept.size, saver.status()]).toEqual([0, { kind: 'saved' }])
    saver.edit(withField(state, 'maxPoints', 'number', 'ten'))
    await vi.advanceTimersByTimeAsync(3_000)
    expect([kept.size, saver.status().kind, save.mock.calls.length]).toEqual([1, 'kept', 0])
  })

  it('is saved again after what was typed meanwhile, on the new revision', async () => {
    const { save, saver } = open([])
    saver.edit(titled('A'))
    save.mockImplementationOnce(async () => {
      saver.edit(titled('B'))
      return { kind: 'ok', value: { revision: 4 } }
    })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(save.mock.calls.map(([, revision]) => revision)).toEqual([3, 4])
  })

  it.each([
    ['stale', 'conflict'],
    ['away', 'offline'],
    ['signed-out', 'offline'],
  ] as const)('that could not be saved (%s) stays kept: %s', async (answer, status) => {
    const { kept, saver } = open([{ kind: answer }])
    saver.edit(titled('A'))
    await vi.advanceTimersByTimeAsync(3_000)
    expect([kept.size, saver.status().kind]).toEqual([1, status])
  })

  it('of which another one was saved is kept on, and written over by a person alone', async () => {
    const { kept, save, saver } = open([{ kind: 'stale' }])
    saver.edit(titled('A'))
    await vi.advanceTimersByTimeAsync(3_000)
    saver.edit(titled('B'))
    await vi.advanceTimersByTimeAsync(3_000)
    expect([kept.size, saver.status().kind, save.mock.calls.length]).toEqual([1, 'conflict', 1])
  })
})
