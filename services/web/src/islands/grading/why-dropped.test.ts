import { describe, expect, it } from 'vitest'
import { en } from '../../texts/en.ts'
import type { GradingState } from './grading-state.ts'
import { startNumber } from './stand-in-calls.fixture.ts'
import { whyDropped } from './why-dropped.ts'

const start = startNumber(1)
const writable = { start, phase: 'grading', save: 'saved', isSecondTab: false, holder: null } as const
const completed = { ...start, whose: 'reopen', assessment: { ...start.assessment, state: 'completed' } } as const
const gone = { ...start, assessment: { ...start.assessment, gone: true } }
const held = { ...start, whose: 'read-only', shown: { ...start.shown, holder: { name: 'Anna', until: null } } } as const
const { live, grading } = en

describe('a key that is dropped', () => {
  it.each<[action: Parameters<typeof whyDropped>[0], where: string, state: Partial<GradingState>, why: string | null]>([
    ['choose', 'while the person grades', {}, null],
    ['nextCriterion', 'while a completion is under way', { phase: 'completing' }, live.steps.completing],
    ['complete', 'while a completion is under way', { phase: 'completing' }, live.steps.completing],
    ['type', 'while it is postponed', { phase: 'postpone' }, live.steps.postpone],
    ['complete', 'where nobody knows whether it was completed', { phase: 'unsure' }, null],
    ['type', 'where nobody knows whether it was completed', { phase: 'unsure' }, live.stops['not-completed']],
    ['choose', 'where the next one did not come', { phase: 'between' }, live.stops['no-next']],
    ['choose', 'where it is completed', { start: completed }, grading.readOnly.completed],
    ['save', 'where another person holds it', { start: held }, grading.readOnly.heldBy('Anna')],
    ['nextFile', 'where another person holds it', { start: held }, null],
    ['annotate', 'where the claim was lost', { save: 'lost' }, live.lost(null)],
    ['snippet', 'in a second tab', { isSecondTab: true }, live.secondTab],
    ['complete', 'where it is gone from A+', { start: gone }, grading.gone],
    ['choose', 'where it is gone from A+', { start: gone }, null],
  ])('says why: %s %s', (action, _where, state, why) => {
    expect(whyDropped(action, { ...writable, ...state }, en)).toBe(why)
  })
})
