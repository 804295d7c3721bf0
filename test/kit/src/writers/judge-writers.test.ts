import { describe, expect, it } from 'vitest'
import { complaintsAbout } from './judge-writers.ts'
import type { WrittenHistory } from './play-writers.ts'
import type { SentText } from './send-save.ts'

describe('the judge of writers', () => {
  it('finds a text in the assessment, in its history, and among the refused saves of its writer', () => {
    for (const place of [{ assessment: '«1»' }, { history: 'x «1»' }, { parked: { 103: '«1»' } }])
      expect(complaintsAbout(written([save({ text: '«1»' })], place))).toEqual([])
  })

  it('finds a text in the document, in a version of it, and among the refused saves of its writer', () => {
    for (const part of ['body', 'a1'] as const)
      for (const place of [{ feedback: '«1»' }, { versions: 'x «1»' }, { parked: { 103: '«1»' } }])
        expect(complaintsAbout(written([save({ part, text: '«1»' })], place))).toEqual([])
  })

  it.each<[what: string, written: WrittenHistory]>([
    ['a text that is nowhere', written([save({ text: '«1»' })])],
    [
      'a text of the document that the assessment has',
      written([save({ part: 'body', text: '«1»' })], { assessment: '«1»' }),
    ],
    ['a text of the assessment that the document has', written([save({ text: '«1»' })], { feedback: '«1»' })],
    ["a text among somebody else's refused saves", written([save({ text: '«1»' })], { parked: { 101: '«1»' } })],
    [
      'a text that somebody else wrote over',
      written([save({ text: '«1»' }), save({ text: '«2»', userId: 101, base: 2, revision: 3 })], { assessment: '«2»' }),
    ],
    [
      'a text that its writer wrote over without knowing of it',
      written([save({ text: '«1»', revision: 4 }), save({ text: '«2»', base: 3, revision: 5 })], { assessment: '«2»' }),
    ],
    [
      'a save that overlooked another',
      written([save({ text: '«1»' }), save({ text: '«2»', base: 1, revision: 3 })], { assessment: '«1»«2»' }),
    ],
    [
      'a save by If-Match that skipped a revision',
      written([save({ text: '«1»', isBase: false, revision: 3 })], { assessment: '«1»' }),
    ],
    [
      'a conflict without a reason',
      written([save({ text: '«1»', part: 'one' }), save({ text: '«2»', part: 'two', ...refused })], {
        assessment: '«1»«2»',
      }),
    ],
    ['another answer', written([save({ text: '«1»', status: 400, code: 'validation_failed' })], { assessment: '«1»' })],
    [
      'a refusal without a revision',
      written([save({ text: '«1»', ...refused, code: 'claim_lost', revision: null })], { assessment: '«1»' }),
    ],
    ['a step that failed', written([], { failures: ['read: 500'] })],
  ])('complains of %s', (_what, history) => {
    expect(complaintsAbout(history)).not.toEqual([])
  })

  it('accepts that somebody overwrote their own text by a save that had no reply and was refused when it was sent again', () => {
    const again = save({ text: '«2»', base: 2, status: 412, code: 'revision_conflict', revision: 3, isUncertain: true })
    expect(complaintsAbout(written([save({ text: '«1»' }), again], { assessment: '«2»' }))).toEqual([])
  })

  it('accepts that somebody overwrites their own text, and a conflict with a reason', () => {
    const saves = [
      save({ text: '«1»' }),
      save({ text: '«2»', base: 2, revision: 3 }),
      save({ text: '«3»', ...refused }),
    ]
    expect(complaintsAbout(written(saves, { assessment: '«2»', parked: { 103: '«3»' } }))).toEqual([])
  })
})

const save = (
  change: Partial<SentText> & { readonly text: string; readonly part?: SentText['texts'][number]['part'] },
): SentText => {
  const { text, part = 'note', ...rest } = change
  return {
    userId: 103,
    texts: [{ part, text }],
    base: 1,
    isBase: true,
    status: 204,
    code: undefined,
    revision: 2,
    isUncertain: false,
    ...rest,
  }
}
const written = (saves: SentText[], change: Partial<WrittenHistory> = {}): WrittenHistory => ({
  saves,
  failures: [],
  hasRestart: false,
  assessment: '',
  history: '',
  feedback: '',
  versions: '',
  parked: {},
  ...change,
})
const refused = { status: 409, code: 'merge_conflict' }
