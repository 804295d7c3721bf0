import { describe, expect, it } from 'vitest'
import { complaintsAbout } from './judge-writers.ts'
import type { WrittenHistory } from './play-writers.ts'
import type { SentText } from './send-save.ts'

describe('the judge of writers', () => {
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
