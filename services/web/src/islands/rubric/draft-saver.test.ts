import { generatedLanguages, generatedRubric } from '@course-grading/domain/rubrics/generated-rubric.fixture'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Answer } from '../grading/ask.ts'
import { memoryKeeper } from '../grading/stand-in-calls.fixture.ts'
import type { KeptDraft } from './kept-draft.ts'
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
  const keeper = memoryKeeper<KeptDraft>()
  const save = vi.fn<(document: object, revision: number) => Promise<Answer<{ revision: number }>>>(
    async () => answers.shift() ?? { kind: 'ok', value: { revision: 9 } },
  )
  const start = {
    userId: 1,
    locale: 'en',
    path: '/r',
    title: 'Essays',
    languages: generatedLanguages,
    revision: 3,
    state,
    isAgain: false,
  } as const
  const noop = (): void => {}
  return {
    kept: keeper.works,
    save,
    saver: createDraftSaver(start, { save, keeper, now: () => 0, changed: noop, said: noop }),
  }
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
    ['stale', 'conflict', 1],
    ['away', 'offline', 1],
    ['signed-out', 'offline', 1],
    ['lost', 'impossible', 1],
    ['other-person', 'offline', 0],
  ] as const)('that could not be saved (%s) stays kept, but for another person: %s', async (answer, status, count) => {
    const { kept, saver } = open([{ kind: answer }])
    saver.edit(titled('A'))
    await vi.advanceTimersByTimeAsync(2_500)
    expect([kept.size, saver.status().kind]).toEqual([count, status])
  })

  it('that nobody answered is sent again by itself, as it was, and then what was typed since', async () => {
    const { kept, save, saver } = open([{ kind: 'away' }, { kind: 'away' }, { kind: 'ok', value: { revision: 4 } }])
    saver.edit(titled('A'))
    await vi.advanceTimersByTimeAsync(2_500)
    saver.edit(titled('B'))
    expect(saver.status()).toEqual({ kind: 'offline' })
    await vi.advanceTimersByTimeAsync(10_000)
    const [a, b] = [titled('A'), titled('B')].map(({ rubric }) => givenRubric(rubric))
    expect(save.mock.calls).toEqual([
      [a, 3],
      [a, 3],
      [a, 3],
      [b, 4],
    ])
    expect([kept.size, saver.status()]).toEqual([0, { kind: 'saved' }])
  })

  it('is saved at once and then no longer where another tab goes on', async () => {
    const { kept, save, saver } = open([])
    saver.edit(titled('A'))
    await saver.stop()
    saver.edit(titled('B'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect([kept.size, save.mock.calls.length]).toEqual([0, 1])
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
