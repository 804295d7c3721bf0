import { describe, expect, it } from 'vitest'
import { byTeacher, earlier, gradedLater, ours, submissionId, waiting } from './verification-verdict.fixture.ts'
import { readSubmissionDetail, sameInstant } from './submission-detail.ts'

const read = (reply: unknown) => readSubmissionDetail(reply, submissionId)
const without = (name: string) => Object.fromEntries(Object.entries(ours).filter(([each]) => each !== name))

describe('readSubmissionDetail', () => {
  it('reads the fields that show whose grade stands', () => {
    expect(read(byTeacher)).toEqual({
      status: 'ready',
      latePenalty: null,
      maxPoints: 20,
      lastPost: earlier,
      seen: { grade: 9, gradingTime: gradedLater, graderId: 9 },
    })
    expect(read(waiting)).toEqual({
      status: 'waiting',
      latePenalty: null,
      maxPoints: 20,
      lastPost: undefined,
      seen: { grade: 0, gradingTime: null, graderId: null },
    })
  })

  it.each([undefined, null, {}, { max_points: null }, { max_points: '20' }, { max_points: -1 }, { max_points: 1.5 }])(
    'reads all but the maximum with the exercise %j',
    (exercise) => {
      expect(read({ ...ours, exercise })).toMatchObject({ maxPoints: null, status: 'ready' })
    },
  )

  it.each(['id', 'status', 'grade', 'grading_time', 'grader', 'grading_data'])(
    'returns undefined without %s',
    (name) => {
      expect(read(without(name))).toBeUndefined()
    },
  )

  it.each([
    ['id', [1, '1042', null, 1042.5]],
    ['status', ['', 'READY', 'ready ', 'deleted', 'toString', '__proto__', null, 1, true, ['ready']]],
    ['grade', [-1, 1.5, '7', null, NaN, Infinity, 2 ** 53, {}]],
    [
      'grading_time',
      [
        '',
        'x',
        0,
        1_700_000_000_000,
        {},
        '2026-11-20',
        '2026-11-20 16:05:47+02:00',
        '2026-11-20T16:05:47',
        '2026-13-20T16:05:47Z',
        '2026-11-20T16:05:47.Z',
        '2026-11-20T16:05:47.1234567890Z',
        '2026-11-20T16:05:47Z ',
        ' 2026-11-20T16:05:47Z',
        '2026-11-20T16:05:47+0200',
      ],
    ],
    ['grader', [9, 'Terry', [], {}, { id: '9' }, { id: null }, { id: -1 }, { id: 1.5 }, [{ id: 9 }], true]],
  ])('returns undefined for an invalid %s', (name, values) => {
    expect(values.map((value) => read({ ...ours, [name]: value }))).toEqual(values.map(() => undefined))
  })

  it.each([null, undefined, 1, 'x', true, [], [ours], {}])('returns undefined for %j', (reply) => {
    expect(read(reply)).toBeUndefined()
  })

  it.each([{}, [], '', 'x', 0, false, { delivery_id: 1 }])('finds that %j is not the mark of a send', (gradingData) => {
    expect(read({ ...ours, grading_data: gradingData })?.lastPost).toBeUndefined()
  })

  it.each([
    [0.5, 0.5],
    [0, 0],
    [1, 1],
    [null, null],
    [undefined, null],
    ['0.5', null],
    [-1, null],
    [NaN, null],
    [Infinity, null],
    [{}, null],
  ])('reads a late penalty of %j as %j, since an invalid one is left out', (late, shown) => {
    expect(read({ ...ours, late_penalty_applied: late })?.latePenalty).toBe(shown)
  })
})

describe('sameInstant', () => {
  it.each([
    ['2026-11-20T16:05:47.799437+02:00', '2026-11-20T14:05:47.799437Z'],
    ['2026-11-20T16:05:47+02:00', '2026-11-20T14:05:47.000Z'],
    ['2026-11-20T16:05:47.5Z', '2026-11-20T16:05:47.500000Z'],
    ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00Z'],
    [null, null],
  ])('is true for %s and %s', (one, other) => {
    expect([sameInstant(one, other), sameInstant(other, one)]).toEqual([true, true])
  })

  it.each([
    ['2026-11-20T16:05:47.799437Z', '2026-11-20T16:05:47.799438Z'],
    ['2026-11-20T16:05:47.799437Z', '2026-11-20T16:05:47.799Z'],
    ['2026-11-20T16:05:47+02:00', '2026-11-20T16:05:47+03:00'],
    ['2026-11-20T16:05:47Z', '2026-11-20T16:05:48Z'],
    ['2026-11-20T16:05:47.05Z', '2026-11-20T16:05:47.5Z'],
    ['2026-11-20T16:05:47Z', null],
    ['x', 'x'],
    ['', null],
    ['', ''],
  ])('is false for %s and %s', (one, other) => {
    expect([sameInstant(one, other), sameInstant(other, one)]).toEqual([false, false])
  })
})
