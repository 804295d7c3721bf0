import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeAfterSend, judgeBeforeSend, readBack } from './verification-verdict.ts'
import type { SeenGrade } from './submission-detail.ts'
import {
  byChecks,
  byTeacher,
  deliveryId,
  earlier,
  earlierId,
  graded,
  gradedLater,
  look,
  ours,
  postOf,
  submissionId,
  teacher,
  waiting,
} from './verification-verdict.fixture.ts'

describe('judgeBeforeSend', () => {
  it.each(statuses)("does not allow to overwrite a person's grade, with the status %s", (status) => {
    expect(judgeBeforeSend(look({ ...byTeacher, status }, afterOurs))).toEqual({
      verdict: 'graded_elsewhere',
      seen: seenByTeacher,
    })
  })

  it.each(statuses)('allows to send if nobody has graded by hand, with the status %s', (status) => {
    for (const reply of [waiting, byChecks, { ...byChecks, grading_data: null }, ours])
      expect(verdictOf({ ...reply, status })).toBe('go_on')
  })

  it('tells the maximum that the exercise has now', () => {
    expect(judgeBeforeSend(look(waiting))).toMatchObject({ verdict: 'go_on', maxPoints: 20 })
    expect(judgeBeforeSend(look({ ...waiting, exercise: null }))).toMatchObject({ verdict: 'go_on', maxPoints: null })
  })

  it.each([1, 2, 7, 999])('finds this very delivery, sent as number %i', (sendNumber) => {
    const reply = { ...ours, grading_data: postOf({ deliveryId, sendNumber }) }
    expect(judgeBeforeSend(look(reply, afterOurs))).toEqual({ ...foundOurs, sendNumber })
  })

  it.each(['initialized', 'waiting', 'error', 'rejected', 'unofficial'])(
    'finds this very delivery, with the status %s',
    (status) => {
      expect(verdictOf({ ...byTeacher, status, grading_data: postOf({ deliveryId, sendNumber: 1 }) })).toBe('read_back')
    },
  )

  it.each([
    ['our last grade, with a verification recorded', ours, afterOurs],
    ['our last grade, without a verification recorded', ours, {}],
    ["our last grade over a person's older one", oursOverTeacher, { standing: standingOverTeacher }],
    [
      'our last grade, with the time in another zone',
      oursOverTeacher,
      { standing: { ...standingOverTeacher, gradingTime: '2026-11-20T14:05:47.799437Z' } },
    ],
    [
      "our last grade over a person's older one, submitted again",
      { ...oursOverTeacher, status: 'waiting' },
      { standing: standingOverTeacher },
    ],
    ['an automatic grade by callback over ours', { ...byChecks, grading_time: gradedLater }, afterOurs],
    ['an automatic grade without grading data', { ...ours, grading_data: null }, afterOurs],
    ['an automatic grade with invalid grading data', { ...ours, grading_data: '' }, {}],
    ['exactly the grade that a person allowed to overwrite', byTeacher, { ...afterOurs, mayOverwrite: seenByTeacher }],
  ])('allows to overwrite %s', (_what, reply, known) => {
    expect(verdictOf(reply, known)).toBe('go_on')
  })

  it.each([
    ["a person's grade over ours, with a verification recorded", byTeacher, afterOurs],
    ["a person's grade over ours, without a verification recorded", byTeacher, {}],
    ["a person's grade if we never sent", { ...byTeacher, grading_data: null }, {}],
    ["a person's grade that an automatic check overwrote", { ...byChecks, grader: teacher }, {}],
    ["our grade over a person's, without a verification recorded", oursOverTeacher, {}],
    ['our grade with other points', { ...oursOverTeacher, grade: 8 }, { standing: standingOverTeacher }],
    [
      'our grade with another time',
      { ...oursOverTeacher, grading_time: gradedLater },
      { standing: standingOverTeacher },
    ],
    ['our grade with another grader than at its verification', oursOverTeacher, afterOurs],
    [
      'our grade, with another grader in the recorded verification',
      oursOverTeacher,
      { standing: { ...standing, graderId: 8 } },
    ],
    [
      'our grade, without a time in the recorded verification',
      oursOverTeacher,
      { standing: { ...standingOverTeacher, gradingTime: null } },
    ],
    [
      'our grade, with an invalid time in the recorded verification',
      oursOverTeacher,
      { standing: { ...standingOverTeacher, gradingTime: 'x' } },
    ],
  ])('does not allow to overwrite %s', (_what, reply, known) => {
    const { grade, grading_time: gradingTime }: Readonly<Record<string, unknown>> = { ...reply }
    expect(judgeBeforeSend(look(reply, known))).toEqual({
      verdict: 'graded_elsewhere',
      seen: { grade, gradingTime, graderId: 9 },
    })
  })

  it.each([
    ['in another field', { points: `${deliveryId}.1`, grading_payload: `{"delivery_id":"${deliveryId}.1"}` }],
    ['in a list', [{ delivery_id: `${deliveryId}.1` }]],
    ['in a text', JSON.stringify({ delivery_id: `${deliveryId}.1` })],
    ['below', { data: { delivery_id: `${deliveryId}.1` } }],
    ['in another case', { Delivery_id: `${deliveryId}.1` }],
    ['in a prototype', JSON.parse(`{"__proto__":{"delivery_id":"${deliveryId}.1"}}`)],
  ])('does not accept its mark %s', (_where, gradingData: unknown) => {
    expect(verdictOf({ ...ours, grading_data: gradingData })).toBe('go_on')
  })

  it.each([
    ['is of another submission', { ...ours, id: submissionId + 1 }],
    ['has an unknown status', { ...ours, status: 'graded' }],
    ['is a page', '<html>'],
    ['is empty', null],
  ])('returns no verdict for a reply that %s', (_what, reply: unknown) => {
    expect(judgeBeforeSend(look(reply, afterOurs))).toEqual({ verdict: 'not_understood' })
  })

  it("allows to overwrite a person's grade only if exactly that grade was recorded or a person allowed it", () => {
    const known = fc.option(
      fc.record({
        grade: fc.constantFrom(7, 9),
        gradingTime: fc.constantFrom(graded, gradedLater, null),
        graderId: fc.constantFrom(null, 8, 9),
      }),
      { nil: null },
    )
    const isThat = (one: SeenGrade | null) => one?.grade === 9 && one.gradingTime === gradedLater && one.graderId === 9
    fc.assert(
      fc.property(known, known, fc.constantFrom(...statuses), (kept, agreed, status) => {
        expect(verdictOf({ ...byTeacher, status }, { standing: kept, mayOverwrite: agreed })).toBe(
          isThat(kept) || isThat(agreed) ? 'go_on' : 'graded_elsewhere',
        )
      }),
    )
  })
})

describe('readBack', () => {
  const sent = { deliveryId, sendNumber: 2 }
  const known = { submissionId, sent, state: 'ambiguous', graderIdBefore: null, seenGraderId: null } as const
  const of = (reply: unknown) => readBack({ ...known, reply })

  it.each(['ready', 'unofficial', 'error', 'waiting'])(
    'proves exactly the send whose mark it finds, with the status %s',
    (status) => {
      expect(of({ ...ours, status, grading_data: postOf(sent) })).toEqual({
        verdict: 'read_back',
        sendNumber: 2,
        shown: { status, grade: 7, latePenalty: null },
        standing,
      })
    },
  )

  it.each([
    ['another send of the same delivery', postOf({ deliveryId, sendNumber: 1 })],
    ['another delivery', postOf({ deliveryId: earlierId, sendNumber: 2 })],
    ['nothing', null],
    ['another service', { points: '7' }],
  ])('proves nothing with %s, and returns the seen grade', (_what, gradingData) => {
    expect(of({ ...byTeacher, grading_data: gradingData })).toEqual({ verdict: 'unproven', seen: seenByTeacher })
  })

  it('proves nothing with a reply that is no detail of the submission', () => {
    expect(of({ ...byTeacher, id: 1, grading_data: postOf(sent) })).toEqual({ verdict: 'not_understood' })
  })
})

describe('a reply that names a send', () => {
  const named = { grading_data: postOf({ deliveryId, sendNumber: 2 }) }
  const byGrader = { ...oursOverTeacher, ...named }

  it.each([
    ['nobody graded by hand', { ...ours, ...named }, {}, standing],
    ['only the person graded whose grade stood before the send', byGrader, { graderIdBefore: 9 }, standingOverTeacher],
    ['a person graded', byGrader, {}, null],
    ['another person graded', byGrader, { graderIdBefore: 8 }, null],
    ['a person graded, whom an earlier verification without it showed', byGrader, { seenGraderId: 9 }, null],
    ['there is no time', { ...ours, ...named, grading_time: null }, {}, null],
  ])('says whether our grade stands: %s', (_what, reply, graders, stands) => {
    const known = { reply, submissionId, graderIdBefore: null, seenGraderId: null, ...graders }
    const sent = { deliveryId, sendNumber: 2 }
    const verdicts = [
      judgeBeforeSend({ ...look(reply), ...graders }),
      readBack({ ...known, sent, state: 'ambiguous' }),
      judgeAfterSend({ ...known, sent: { deliveryId, sendNumber: 3 }, confirmedBy: 'person' }),
    ]
    for (const verdict of verdicts)
      expect(verdict).toMatchObject({ standing: stands, shown: { status: 'ready', grade: 7 } })
  })
})

describe('readBack of a cancelled delivery', () => {
  const sent = { deliveryId, sendNumber: 2 }
  const known = { submissionId, sent, state: 'cancelled', graderIdBefore: null, seenGraderId: 9 } as const
  const first = postOf({ deliveryId, sendNumber: 1 })
  const shown = { status: 'ready', grade: 9, latePenalty: null }
  const found = { verdict: 'read_back', shown, standing: seenByTeacher }
  const unproven = { verdict: 'unproven', seen: seenByTeacher }

  it.each([
    ['its first send', { grading_data: first }, { ...found, sendNumber: 1 }],
    ['its second send', { grading_data: postOf({ deliveryId, sendNumber: 2 }) }, { ...found, sendNumber: 2 }],
    ['another delivery', { grading_data: postOf({ deliveryId: earlierId, sendNumber: 2 }) }, unproven],
    ['no delivery', { grading_data: null }, unproven],
    ['a delivery of another submission', { id: 1, grading_data: first }, { verdict: 'not_understood' }],
  ])('reads the mark of %s', (_what, change, verdict) => {
    expect(readBack({ ...known, reply: { ...byTeacher, ...change } })).toEqual(verdict)
  })
})

describe('judgeAfterSend', () => {
  const after = (reply: unknown, graderIdBefore: number | null = null) =>
    judgeAfterSend({ reply, submissionId, sent: earlier, confirmedBy: 'answer', graderIdBefore })
  const shown = { status: 'ready', grade: 7, latePenalty: null }

  it('returns grader, grade and time of the delivered grade, to be recorded', () => {
    expect(after(ours)).toEqual({ shown, standing, isNamed: true })
    expect(after(oursOverTeacher, 9)).toEqual({ shown, standing: standingOverTeacher, isNamed: true })
  })

  it('returns what the learning platform made of the grade', () => {
    const unofficial = { ...ours, status: 'unofficial', grade: 3, late_penalty_applied: 0.5 }
    expect(after(unofficial)).toEqual({
      shown: { status: 'unofficial', grade: 3, latePenalty: 0.5 },
      standing: { ...standing, grade: 3 },
      isNamed: true,
    })
  })

  it.each([
    ['a person graded since', byTeacher, null, true],
    ['another person graded since', byTeacher, 8, true],
    ['the grader is gone', ours, 9, true],
    ['another send stands there', { ...ours, grading_data: postOf({ ...earlier, sendNumber: 4 }) }, null, false],
    ['another delivery stands there', { ...ours, grading_data: postOf({ deliveryId, sendNumber: 3 }) }, null, false],
    ['the submission was graded again, and our grade is gone', waiting, null, false],
    ['there is no time', { ...ours, grading_time: null }, null, true],
  ])('returns nothing to be recorded if %s, and what stands there', (_why, reply, graderIdBefore, isNamed) => {
    const { status, grade }: Readonly<Record<string, unknown>> = { ...reply }
    const there = { status, grade, latePenalty: null }
    expect(after(reply, graderIdBefore)).toEqual({ shown: there, standing: null, isNamed })
  })

  it.each([
    ['is not understood', { ...ours, id: 1 }],
    ['is missing', null],
  ])('returns nothing for a reply that %s', (_why, reply) => {
    expect(after(reply)).toBeNull()
  })

  it('finds no send of a delivery that a person called delivered where the platform shows none', () => {
    const known = {
      submissionId,
      sent: { deliveryId, sendNumber: 2 },
      confirmedBy: 'person',
      graderIdBefore: null,
    } as const
    expect(judgeAfterSend({ ...known, reply: byTeacher })).toEqual({
      shown: { status: 'ready', grade: 9, latePenalty: null },
      standing: null,
      isNamed: false,
    })
  })

  it('allows the next delivery to overwrite exactly the recorded grade', () => {
    const kept = after(oursOverTeacher, 9)?.standing
    expect(verdictOf(oursOverTeacher, { standing: kept })).toBe('go_on')
    expect(verdictOf(byTeacher, { standing: kept })).toBe('graded_elsewhere')
  })
})

const standing = { grade: 7, gradingTime: graded, graderId: null }
const standingOverTeacher = { ...standing, graderId: 9 }
const oursOverTeacher = { ...ours, grader: teacher }
const afterOurs = { standing }
const foundOurs = { verdict: 'read_back', shown: { status: 'ready', grade: 7, latePenalty: null }, standing }
const seenByTeacher = { grade: 9, gradingTime: gradedLater, graderId: 9 }
const verdictOf = (reply: unknown, known = {}) => judgeBeforeSend(look(reply, known)).verdict
const statuses = ['initialized', 'waiting', 'error', 'rejected', 'ready', 'unofficial']
