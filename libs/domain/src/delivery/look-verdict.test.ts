import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lookBeforeSend, readBack, standingAfter } from './look-verdict.ts'
import {
  byTeacher, deliveryId, earlier, earlierId, graded, gradedLater, look, ours, postOf, submissionId, teacher, waiting,
} from './look-verdict.fixture.ts'

const afterOurs = { lastDelivered: earlier, standing: { gradingTime: graded, graderId: null } }
const seenByTeacher = { grade: 9, gradingTime: gradedLater, graderId: 9 }
const verdictOf = (answer: unknown, known = {}) => lookBeforeSend(look(answer, known)).verdict

describe('lookBeforeSend', () => {
  it.each(['initialized', 'waiting', 'error', 'rejected'])('goes on over the status %s, whoever graded once', (status) => {
    expect(lookBeforeSend(look({ ...byTeacher, status }))).toEqual({ verdict: 'go_on', seen: seenByTeacher })
  })

  it.each(['ready', 'unofficial'])('goes on over an automatic grade, status %s', (status) => {
    expect(verdictOf({ ...waiting, status, grade: 3, grading_time: graded })).toBe('go_on')
  })

  it.each([1, 2, 7, 999])('finds this very delivery, sent as number %i', (sendNumber) => {
    const answer = { ...ours, grading_data: postOf({ deliveryId, sendNumber }) }
    expect(lookBeforeSend(look(answer, afterOurs))).toEqual({ verdict: 'read_back', sendNumber })
  })

  it.each(['initialized', 'waiting', 'error', 'rejected', 'unofficial'])('finds this very delivery whatever came after it: status %s', (status) => {
    expect(verdictOf({ ...byTeacher, status, grading_data: postOf({ deliveryId, sendNumber: 1 }) })).toBe('read_back')
  })

  it.each([
    ['our last grade, of which a look was kept', ours, afterOurs],
    ['our last grade, of which no look was kept', ours, { lastDelivered: earlier }],
    ['our last grade, its time written for another zone', ours, { ...afterOurs, standing: { gradingTime: '2026-11-20T14:05:47.799437Z', graderId: null } }],
    ['our last grade over a person\'s older one', { ...ours, grader: teacher }, { ...afterOurs, standing: { gradingTime: graded, graderId: 9 } }],
    ['exactly what a person agreed to lose', byTeacher, { ...afterOurs, mayOverwrite: seenByTeacher }],
    ['exactly what a person agreed to lose, where nothing of ours stood', byTeacher, { mayOverwrite: seenByTeacher }],
  ])('goes on over %s', (_what, answer, known) => {
    expect(verdictOf(answer, known)).toBe('go_on')
  })

  it.each([
    ['a person\'s grade over ours, of which a look was kept', byTeacher, afterOurs],
    ['a person\'s grade over ours, of which no look was kept', byTeacher, { lastDelivered: earlier }],
    ['a person\'s grade that counts only unofficially', { ...byTeacher, status: 'unofficial' }, afterOurs],
    ['a person\'s grade where we never sent', { ...byTeacher, grading_data: null }, {}],
    ['the grade of another service', { ...ours, grading_data: { points: '1' } }, {}],
    ['the grade of another service with nothing in it', { ...ours, grading_data: {} }, {}],
    ['the grade of another service with something odd in it', { ...ours, grading_data: '' }, {}],
    ['a later grade of another service over ours', { ...ours, grading_time: gradedLater, grading_data: { points: '1' } }, afterOurs],
    ['our grade graded anew by whoever', { ...ours, grading_time: gradedLater }, afterOurs],
    ['our grade where a look was kept and the grader changed', { ...ours, grader: teacher }, afterOurs],
    ['our grade where a look was kept of another grader', ours, { ...afterOurs, standing: { gradingTime: graded, graderId: 9 } }],
    ['our grade where a look was kept of no time', ours, { ...afterOurs, standing: { gradingTime: null, graderId: null } }],
    ['our grade where a look was kept of a text that is no time', ours, { ...afterOurs, standing: { gradingTime: 'x', graderId: null } }],
    ['another send of our last delivery', { ...ours, grading_data: postOf({ ...earlier, sendNumber: 2 }) }, { lastDelivered: earlier }],
    ['another delivery of ours than the last', ours, { lastDelivered: { deliveryId: '0192f3a4-5b6c-7d8e-9f01-000000000003', sendNumber: 3 } }],
    ['our last delivery when none was recorded', ours, {}],
    ['another grade than a person agreed to lose', byTeacher, { ...afterOurs, mayOverwrite: { ...seenByTeacher, grade: 8 } }],
    ['another time than a person agreed to lose', byTeacher, { mayOverwrite: { ...seenByTeacher, gradingTime: graded } }],
    ['another grader than a person agreed to lose', byTeacher, { mayOverwrite: { ...seenByTeacher, graderId: 8 } }],
    ['a grader where a person agreed to lose an unsigned grade', byTeacher, { mayOverwrite: { ...seenByTeacher, graderId: null } }],
  ])('does not touch %s', (_what, answer, known) => {
    const { grade, grading_time: gradingTime, grader }: Readonly<Record<string, unknown>> = { ...answer }
    const seen = { grade, gradingTime, graderId: grader === null ? null : 9 }
    expect(lookBeforeSend(look(answer, known))).toEqual({ verdict: 'graded_elsewhere', seen })
  })

  it.each([
    `${deliveryId}`, `${deliveryId}.0`, `${deliveryId}.01`, `${deliveryId}.1 `, ` ${deliveryId}.1`, `${deliveryId}.1.1`, `${deliveryId.toUpperCase()}.1`, `x${deliveryId}.1`,
    deliveryId.replace(/1$/, '4') + '.1', [`${deliveryId}.1`], { 0: `${deliveryId}.1` }, null, 1,
  ])('does not take %j for this delivery', (text) => {
    expect(verdictOf({ ...ours, grading_data: { delivery_id: text } }, afterOurs)).not.toBe('read_back')
  })

  it.each([
    ['in another field', { points: `${deliveryId}.1`, grading_payload: `{"delivery_id":"${deliveryId}.1"}` }],
    ['in a list', [{ delivery_id: `${deliveryId}.1` }]], ['in a text', JSON.stringify({ delivery_id: `${deliveryId}.1` })],
    ['below', { data: { delivery_id: `${deliveryId}.1` } }], ['in another case', { Delivery_id: `${deliveryId}.1` }],
    ['in a prototype', JSON.parse(`{"__proto__":{"delivery_id":"${deliveryId}.1"}}`)],
  ])('does not look for its mark %s', (_where, gradingData: unknown) => {
    expect(verdictOf({ ...ours, grading_data: gradingData })).toBe('graded_elsewhere')
  })

  it.each([
    ['is of another submission', { ...ours, id: submissionId + 1 }], ['has a status nobody knows', { ...ours, status: 'graded' }], ['is a page', '<html>'], ['is empty', null],
  ])('understands nothing of an answer that %s', (_what, answer: unknown) => {
    expect(lookBeforeSend(look(answer, afterOurs))).toEqual({ verdict: 'not_understood' })
  })

  it('goes on over a person\'s grade only by that person\'s leave, whatever is known', () => {
    const time = fc.constantFrom(graded, gradedLater, null)
    const grader = fc.constantFrom(null, 9)
    fc.assert(fc.property(time, grader, fc.boolean(), (gradingTime, graderId, hasLast) => {
      const known = { lastDelivered: hasLast ? earlier : null, standing: { gradingTime, graderId } }
      const isKept = gradingTime === gradedLater && graderId === 9
      expect(verdictOf(byTeacher, known)).toBe(isKept ? 'go_on' : 'graded_elsewhere')
    }))
  })
})

describe('readBack', () => {
  const sent = { deliveryId, sendNumber: 2 }
  const of = (answer: unknown) => readBack({ answer, submissionId, sent })

  it.each(['ready', 'unofficial', 'error', 'waiting'])('proves exactly the send that left its mark, status %s', (status) => {
    expect(of({ ...byTeacher, status, grading_data: postOf(sent) })).toEqual({ verdict: 'read_back' })
  })

  it.each([
    ['another send of the same delivery', postOf({ deliveryId, sendNumber: 1 })], ['another delivery', postOf({ deliveryId: earlierId, sendNumber: 2 })],
    ['nothing', null], ['another service', { points: '7' }],
  ])('proves nothing by %s, and tells what was seen', (_what, gradingData) => {
    expect(of({ ...byTeacher, grading_data: gradingData })).toEqual({ verdict: 'unproven', seen: seenByTeacher })
  })

  it('proves nothing by an answer that is no detail of it', () => {
    expect(of({ ...byTeacher, id: 1, grading_data: postOf(sent) })).toEqual({ verdict: 'not_understood' })
  })
})

describe('standingAfter', () => {
  const after = (answer: unknown, graderIdBefore: number | null = null) => standingAfter({ answer, submissionId, sent: earlier, graderIdBefore })

  it('keeps grader and time of the grade that was just delivered', () => {
    expect(after(ours)).toEqual({ gradingTime: graded, graderId: null })
    expect(after({ ...ours, grader: teacher }, 9)).toEqual({ gradingTime: graded, graderId: 9 })
  })

  it.each([
    ['a person graded since', byTeacher, null], ['another person graded since', byTeacher, 8], ['the grader is gone', ours, 9],
    ['another send stands there', { ...ours, grading_data: postOf({ ...earlier, sendNumber: 4 }) }, null],
    ['another delivery stands there', { ...ours, grading_data: postOf({ deliveryId, sendNumber: 3 }) }, null],
    ['there is no time', { ...ours, grading_time: null }, null], ['it is not understood', { ...ours, id: 1 }, null], ['it is nothing', null, null],
  ])('keeps nothing where %s', (_why, answer, graderIdBefore) => {
    expect(after(answer, graderIdBefore)).toBeNull()
  })

  it('lets the next delivery pass over exactly what it kept', () => {
    expect(verdictOf(ours, { lastDelivered: earlier, standing: after(ours) })).toBe('go_on')
    expect(verdictOf(byTeacher, { lastDelivered: earlier, standing: after(ours) })).toBe('graded_elsewhere')
  })
})
