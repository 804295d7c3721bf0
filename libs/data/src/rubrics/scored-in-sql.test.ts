import { describe, it } from 'vitest'
import { compareWithSql } from './scored-in-sql.fixture.ts'

describe('the points of a judgement', () => {
  it('are those that a second implementation in SQL finds, for 200 judgements', () => compareWithSql(200))
})
