import { describe, expect, it } from 'vitest'
import { takenLocks, wrongOrder } from './taken-locks.ts'

const sent = (text: string, ...values: unknown[]) => ({ name: 'work', text, values })
const people = sent('SELECT pg_advisory_xact_lock_shared($1::integer, hashint8($2::bigint)) IS NULL', 1_397_051_217, 11)
const submission = sent('SELECT submission_id FROM submission WHERE submission_id = $1 FOR NO KEY UPDATE', 1)
const delivery = sent('SELECT id FROM delivery WHERE submission_id = $1 ORDER BY ordinal FOR NO KEY UPDATE', 1)
const assessment = sent("UPDATE assessment SET private_note = '' WHERE id = $1", 'a')
const result = sent('UPDATE completed_result SET withdrawn_at = now() WHERE submission_id = $1', 1)

describe('takenLocks', () => {
  it.each<[what: string, text: string, locks: readonly string[]]>([
    ['a change', "UPDATE assessment SET state = 'completed' WHERE id = $1", ['assessment']],
    ['a delete', 'WITH gone AS (DELETE FROM parked_draft RETURNING id) SELECT count(*) FROM gone', ['parked_draft']],
    ['a new row', 'INSERT INTO completed_result (id) SELECT $1', []],
    [
      'a row that may exist',
      'INSERT INTO feedback (id) SELECT $1 ON CONFLICT (id) DO UPDATE SET body = $2',
      ['feedback'],
    ],
    ['an expected conflict', 'INSERT INTO feedback (id) SELECT $1 ON CONFLICT (id) DO NOTHING', []],
    ['a read', 'SELECT FROM delivery WHERE id = $1', []],
    [
      'the first table of a join',
      'SELECT FROM delivery JOIN (SELECT FROM snippet) AS s ON TRUE FOR UPDATE',
      ['delivery'],
    ],
    [
      'an alias',
      'SELECT FROM snippet AS s JOIN submission AS of_it ON TRUE FOR NO KEY UPDATE OF of_it',
      ['submission'],
    ],
    [
      'a part of a statement',
      'WITH l AS (SELECT FROM capability WHERE x IN (SELECT y FROM z) FOR UPDATE) SELECT FROM l',
      ['capability'],
    ],
    [
      'the lease, which the submission has a copy of',
      'UPDATE assessment SET lease_until = $1',
      ['assessment', 'submission'],
    ],
    ['tables without a rank', 'UPDATE session SET used_at = now()', []],
  ])('knows the locks of %s', (_what, text, locks) => {
    expect(takenLocks(sent(text)).map(({ what }) => what)).toEqual(locks)
  })

  it('knows advisory locks by their keys, and no other', () => {
    expect(takenLocks(people)).toEqual([{ what: 'people', skipsLocked: false }])
    const nested =
      'SELECT pg_advisory_xact_lock($1::integer, 1) FROM (SELECT pg_advisory_xact_lock_shared($2::integer, 2)) AS course'
    expect(takenLocks(sent(nested, 1_397_051_218, 1_397_051_217)).map(({ what }) => what)).toEqual([
      'people',
      'exercise',
    ])
    expect(() => takenLocks({ ...people, values: [1_397_051_299, 11] })).toThrow('without a rank')
  })
})

describe('wrongOrder', () => {
  it.each([
    ['of the page', [people, delivery, submission, assessment, result]],
    ['that leaves some out', [submission, result]],
    ['that changes rows after they were locked', [delivery, submission, assessment, submission, delivery]],
  ])('accepts the order %s', (_what, statements) => {
    expect(wrongOrder(statements)).toBeNull()
  })

  it.each([
    ['an advisory lock after rows', [submission, people], 'locks people after work locked submission'],
    ['a delivery after its submission', [submission, delivery], 'locks delivery after work locked submission'],
    [
      'an assessment after its result',
      [submission, result, assessment],
      'locks assessment after work locked completed_result',
    ],
    [
      'two tables in one statement',
      [sent(`WITH a AS (${result.text}) ${assessment.text}`)],
      'locks assessment after work locked completed_result',
    ],
  ])('finds %s', (_what, statements, expected) => {
    expect(wrongOrder(statements)).toContain(expected)
  })

  it('does not count locks that a statement skips if others hold them', () => {
    const claim = sent('SELECT FROM submission FOR NO KEY UPDATE SKIP LOCKED')
    expect(wrongOrder([assessment, claim])).toBeNull()
    expect(wrongOrder([claim, delivery])).toContain('locks delivery')
  })
})
