import { generatedRubric } from '@course-grading/domain/rubrics/generated-rubric.fixture'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { KeptWork } from '../grading/kept-work.ts'
import { memoryKeeper } from '../grading/stand-in-calls.fixture.ts'
import { type KeptDraft, keptState } from '../rubric/kept-draft.ts'
import { typedRubric } from '../rubric/typed-rubric.ts'
import { en } from '../../texts/en.ts'
import { askAtSignOut } from './ask-at-sign-out.ts'
import { begin } from './begin.ts'
import { sendAllLeft } from './send-all-left.ts'

afterEach(() => void vi.unstubAllGlobals())

describe('signing out', () => {
  it.each([
    ['with text that is not saved and a yes', 1, true, [true, 1]],
    ['with text that is not saved and a no', 1, false, [true, 0]],
    ['with nothing left', 0, false, [false, 1]],
  ] as const)('%s asks only where text would be lost', async (_what, left, answer, [asked, submitted]) => {
    const [form, ask, save] = [aForm(), vi.fn<() => boolean>(() => answer), vi.fn<() => Promise<void>>(async () => {})]
    vi.stubGlobal('document', { querySelectorAll: () => [form] })
    vi.stubGlobal('confirm', ask)
    askAtSignOut({ keeper: keeping(left), save })
    form.dispatchEvent(new Event('submit', { cancelable: true }))
    await vi.waitFor(() => expect(form.submit.mock.calls.length + ask.mock.calls.length).toBeGreaterThan(0))
    expect([ask.mock.calls.length > 0, form.submit.mock.calls.length]).toEqual([asked, submitted])
    expect(save).toHaveBeenCalledTimes(1)
  })
})

describe('what closed tabs left', () => {
  it.each([
    ['is sent and erased', true, undefined, 'sent', 0],
    ['is left to the tab that is open', false, undefined, 'later', 1],
    ['is left to the page that shows it', true, 'assessment-1', undefined, 1],
  ])('%s', async (_what, isFree, exceptId, outcome, kept) => {
    standing({ isFree, isMine: true, who: '' })
    const keeper = keeping(1)
    expect((await sendAllLeft(keeper, 101, exceptId)).map((sent) => sent.outcome)).toEqual(outcome ? [outcome] : [])
    expect(keeper.works.size).toBe(kept)
  })

  it.each([
    ['is not saved is said on each page of staff, with a way to it', true, false, 'Student 48213', ['Student 48213']],
    ['is of nobody that is known is said, too', true, false, '', ['Submission']],
    ['is sent is not said', true, true, '', []],
    ['is of an open tab is not said', false, false, '', []],
  ])('and %s', async (_what, isFree, isMine, who, said) => {
    standing({ isFree, isMine, who })
    const drawn = vi.fn<(...lines: (Node | string)[]) => void>()
    vi.stubGlobal('document', {
      querySelectorAll: () => [],
      createElement: () => {
        const parts: unknown[] = []
        return { parts, append: (...added: unknown[]) => void parts.push(...added) }
      },
    })
    const texts = { ...en.leftText, lost: 'Not saved:' }
    begin({ replaceChildren: drawn }, { userId: 101, work: 'Submission', texts }, keeping(1))
    await vi.waitFor(() => expect(drawn).toHaveBeenCalled())
    expect(drawn.mock.calls.flat()).toMatchObject(
      said.map((name) => ({ parts: ['Not saved: ', { href: '/grade/assessment-1', textContent: name }] })),
    )
  })
})

describe('what a closed tab left of a rubric', () => {
  it.each([
    [200, {}, []],
    [412, { code: 'revision_conflict' }, [en.leftText.conflict]],
    [400, { code: 'validation_failed' }, [en.leftText.unfinished]],
    [409, { code: 'not_in_state' }, [en.leftText.unfinished]],
    [503, { code: 'unavailable' }, []],
  ])('is sent on what it was typed on, and named with a way to its editor: %d', async (status, reply, said) => {
    standing({ isFree: true, isMine: true, who: '' })
    const sent = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(async () =>
      Response.json({ revision: 5, ...reply }, { status }),
    )
    vi.stubGlobal('fetch', sent)
    const keeper = memoryKeeper<KeptDraft>()
    const path = '/courses/11/rubrics/r'
    const state = { rubric: typedRubric(generatedRubric(1), 'en'), open: null, language: 'en', removed: null }
    await keeper.keep({ userId: 101, path, who: 'Essays', revision: 4, state: keptState(state), keptAt: Date.now() })
    const left = await sendAllLeft(keeper, 101)
    const lines = left.flatMap(({ outcome }) => (outcome === 'sent' || outcome === 'later' ? [] : en.leftText[outcome]))
    expect([left[0]?.path, left[0]?.who, lines]).toEqual([`${path}/edit`, 'Essays', said])
    expect([sent.mock.calls[0]?.[0], keeper.works.size]).toEqual([`${path}/draft`, status === 200 ? 0 : 1])
    expect(JSON.parse(String(sent.mock.calls[0]?.[1].body))).toMatchObject({ revision: 4 })
  })
})

/** What the server says of the work, and whether no other tab has it open. */
function standing({
  isFree,
  ...says
}: {
  readonly isFree: boolean
  readonly isMine: boolean
  readonly who: string
}): void {
  vi.stubGlobal('navigator', {
    locks: { request: (_name: string, _how: object, then: (lock: unknown) => unknown) => then(isFree ? {} : null) },
  })
  const [judgement, wording] = [{}, { body: 'mine' }].map((fields) => ({ revision: 1, fields }))
  vi.stubGlobal('fetch', async () => Response.json({ judgement, wording: says.isMine ? wording : judgement, ...says }))
}

function keeping(count: number): ReturnType<typeof memoryKeeper<KeptWork>> {
  const keeper = memoryKeeper()
  const kept = {
    userId: 101,
    feedbackId: 'f',
    revisions: { judgement: 1, wording: 1 },
    base: {},
    mine: { body: 'mine' },
    // Pages of before kept the name, too.
    who: 'Eero Demonen',
  }
  for (let number = 1; number <= count; number += 1)
    void keeper.keep({ ...kept, assessmentId: `assessment-${number}`, keptAt: Date.now() })
  return keeper
}

const aForm = () => Object.assign(new EventTarget(), { dataset: { erasesText: 'Erase?' }, submit: vi.fn<() => void>() })
