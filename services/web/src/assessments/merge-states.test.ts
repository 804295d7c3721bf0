import { describe, expect, it } from 'vitest'
import type { FormState } from './form-state.ts'
import { mergeStates } from './merge-states.ts'

describe('a grading page that is drawn again', () => {
  it('takes what stands now where the person changed nothing', () => {
    expect(mergeStates(state({}), state({}), others)).toEqual(others)
  })

  it('keeps what the person changed, and only that', () => {
    const typed = state({ body: 'mine', annotations: { a: 'mine' }, checks: {}, comment: 'mine' })
    expect(mergeStates(state({}), typed, others)).toEqual(
      state({
        body: 'mine',
        annotations: { a: 'mine', b: 'theirs' },
        checks: {},
        comment: 'mine',
        privateNote: 'theirs',
      }),
    )
  })

  it('removes what the person removed, and brings in what others added', () => {
    expect(mergeStates(state({}), state({ annotations: {} }), others).annotations).toEqual({ b: 'theirs' })
  })
})

interface Parts {
  readonly body?: string
  readonly privateNote?: string
  readonly comment?: string
  readonly checks?: Readonly<Record<string, number>>
  readonly annotations?: Readonly<Record<string, string>>
}

function state(parts: Parts): FormState {
  const { body = '', privateNote = '', comment = '', checks = { tests: 1 }, annotations = { a: 'Why?' } } = parts
  return {
    criteria: { structure: { levelId: '', checks, points: '', comment } },
    adjustment: { points: '', reason: '' },
    privateNote,
    body,
    annotations,
  }
}

const others = state({
  body: 'theirs',
  privateNote: 'theirs',
  comment: 'theirs',
  checks: { tests: 1 },
  annotations: { a: 'Why?', b: 'theirs' },
})
