import { lockAssessment } from '@course-grading/data/assessments/lock-assessment'
import { describe, expect, it } from 'vitest'
import { queriesLike, recordStatements } from './recorded-statements.ts'

const id = '00000000-0000-4000-8000-000000000701'

describe('recordStatements', () => {
  it('records the statements up to the one that has no reply', async () => {
    const statements = await recordStatements((tx) => lockAssessment(tx, id), [{ submissionId: 1 }])
    expect(statements.map(({ text }) => /FOR NO KEY UPDATE|submitters/.exec(text)?.[0])).toEqual([
      'FOR NO KEY UPDATE',
      'submitters',
    ])
    expect(statements[0]!.text).toContain('$1::uuid')
  })

  it('does not hide that the service failed', async () => {
    const failing = recordStatements(() => Promise.reject(new Error('failed')), [])
    await expect(failing).rejects.toThrow('failed')
  })
})

describe('queriesLike', () => {
  const made = '01a2062d-fcef-7960-87c9-f5fd518b0c94'
  const queryOf = queriesLike('named', { text: 'SELECT $1', values: [701, [701], made, 'as it is'] }, { userId: 701 })

  it('replaces marks by their values, also in lists, and leaves other values', () => {
    const { name, text, values } = queryOf({ userId: 5 })
    expect([name, text, values![0], values![1], values![3]]).toEqual(['named', 'SELECT $1', 5, [5], 'as it is'])
  })

  it('makes up a new id for each query where the service made one up', () => {
    const [, , first] = queryOf({ userId: 5 }).values!
    const [, , second] = queryOf({ userId: 5 }).values!
    expect(new Set([made, first, second]).size).toBe(3)
  })
})
