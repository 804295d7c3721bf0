import { describe, expect, it } from 'vitest'
import { type FirstSeen, standingByList, standingByVerification } from './compare-standing.ts'
import { upstreamStatuses } from './submission-detail.ts'
import { byTeacher, graded, gradedLater, ours, submissionId, teacher, waiting } from './verification-verdict.fixture.ts'

const first: FirstSeen = { status: 'ready', grade: 7, gradingTime: graded, graderId: null }
const byVerification = (reply: unknown, known = first) => standingByVerification(known, reply, submissionId)
const listed = { status: 'ready', grade: 7, gradingTime: graded }

describe('standingByVerification', () => {
  it.each([
    ['unchanged', ours, first],
    ['with the time in another zone', { ...ours, grading_time: '2026-11-20T14:05:47.799437Z' }, first],
    ['with only another penalty, which is part of the grade', { ...ours, late_penalty_applied: 0.5 }, first],
    ['with the grader that stood before', { ...ours, grader: teacher }, { ...first, graderId: 9 }],
  ])('is ours: %s', (_what, reply, known) => {
    expect(byVerification(reply, known)).toBe('ours')
  })

  it.each([
    ['a teacher has graded', byTeacher],
    ['a teacher is its grader now', { ...ours, grader: teacher }],
    ['the submission was graded again, and our grade is gone', waiting],
    ['the grade is another', { ...ours, grade: 6 }],
    ['the time is another', { ...ours, grading_time: gradedLater }],
    ['the time is gone', { ...ours, grading_time: null }],
  ])('is changed: %s', (_what, reply) => {
    expect(byVerification(reply)).toBe('changed')
  })

  it('is undefined for a reply that is no detail of the submission', () => {
    expect([byVerification({ ...ours, id: 1 }), byVerification(null), byVerification('<html>')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe.each(upstreamStatuses)('a grade that was first seen as %s', (status) => {
  it.each(upstreamStatuses)('stands as %s only if that is the same, or it became official', (later) => {
    const known = { ...first, status }
    const stands = later === status || (status === 'unofficial' && later === 'ready') ? 'ours' : 'changed'
    const seen = [
      byVerification({ ...ours, status: later }, known),
      standingByList(known, { ...listed, status: later }),
    ]
    expect(seen).toEqual([stands, stands])
  })
})

describe('standingByList', () => {
  it.each([
    ['unchanged', listed, first],
    ['with the time as the list writes it', { ...listed, gradingTime: '2026-11-20T14:05:47.799437+00:00' }, first],
    ['without its time', { ...listed, gradingTime: undefined }, first],
    ['with a grader that the list does not have', listed, { ...first, graderId: 9 }],
  ])('is ours: %s', (_what, row, known) => {
    expect(standingByList(known, row)).toBe('ours')
  })

  it.each([
    ['another grade', { grade: 6 }],
    ['another time', { gradingTime: gradedLater }],
    ['no time', { gradingTime: null }],
  ])('is changed: %s', (_what, change) => {
    expect(standingByList(first, { ...listed, ...change })).toBe('changed')
  })
})
