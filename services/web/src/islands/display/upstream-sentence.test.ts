import type { Upstream } from '@course-grading/contracts/delivery/upstream'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { textsFor } from '../../texts/texts.ts'
import { noFields } from '../grading/fields.ts'
import { startNumber } from '../grading/stand-in-calls.fixture.ts'
import { Total } from '../grading/total.tsx'
import { upstreamSentence } from './upstream-sentence.ts'

const given = { points: 81, maxPoints: 100 }
const late: Upstream = {
  at: '2026-11-20T12:05:47.799Z',
  counts: { points: 40, maxPoints: 100 },
  because: 'late',
  latePenalty: 0.5,
  onItsWay: false,
}
const ofTeacher = { because: 'graded_there', counts: { points: 15, maxPoints: 20 } } as const
const waits = { because: 'not_arrived', counts: null, at: null } as const

describe('what A+ counts of a result', () => {
  it.each<[upstream: Partial<Upstream>, sentence: string | null]>([
    [{}, '81 of 100 given here; A+ counts 40: 50 % off for lateness'],
    [{ counts: { points: 20, maxPoints: 50 } }, '81 of 100 given here; A+ counts 20 of 50: 50 % off for lateness'],
    [{ counts: { ...given } }, null],
    [{ because: 'scaled', latePenalty: null }, '81 of 100 given here; A+ counts 40'],
    [{ because: 'ours', counts: { ...given } }, null],
    [ofTeacher, 'A+ shows 15 of 20, given there by a teacher'],
    [{ ...ofTeacher, counts: null }, 'A+ has another grade, given there by a teacher'],
    [{ because: 'not_counted', counts: null }, 'A+ does not count this attempt'],
    [{ ...waits, onItsWay: true }, 'not yet in A+'],
    [waits, 'not in A+'],
  ])('is said where it differs: %j', (change, sentence) => {
    expect(upstreamSentence(textsFor('en'), { ...late, ...change }, given)).toBe(sentence)
  })

  it('is said in the language of the page', () => {
    expect(upstreamSentence(textsFor('fi'), { ...late, latePenalty: 0.125 }, given)).toMatch(/40.*12,5 %/)
  })

  it('is nothing without a result, or while nobody has looked', () => {
    expect(upstreamSentence(textsFor('en'), null, given)).toBeNull()
    expect(upstreamSentence(textsFor('en'), late, { points: null, maxPoints: null })).toBeNull()
  })

  it.each([
    [null, 'in A+ 15 of 20'],
    [0, 'in A+ 15 of 20'],
    [0.5, 'A+ will count 8: 50 % off for lateness'],
  ])('is foretold while a work is graded: penalty %s', (latePenalty, text) => {
    const adjustment = { points: 15, reason: 'all' }
    const page = {
      texts: textsFor('en').texts,
      start: startNumber(1),
      fields: { ...noFields, adjustment },
      gaps: [],
      isReadOnly: false,
      latePenalty,
    }
    expect(render(h(Total, { page }))).toContain(text)
  })
})
