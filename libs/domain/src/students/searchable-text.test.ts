import { describe, expect, it } from 'vitest'
import { searchableText, searchWords } from './searchable-text.ts'

describe('searchableText', () => {
  it('has name, e-mail and student id, one line each', () => {
    expect(searchableText({ fullName: 'Åsa  Öberg', email: 'Asa@Example.org', studentId: '12345K' })).toBe(
      'asa oberg\nasa@example.org\n12345k',
    )
  })

  it('has an empty line for a missing student id', () => {
    expect(searchableText({ fullName: 'A', email: '', studentId: null })).toBe('a\n\n')
  })
})

describe('searchWords', () => {
  it('returns each word of the query once, folded, the longest first', () => {
    expect(searchWords(' an  Öberg AN ')).toEqual(['oberg', 'an'])
  })

  it.each(['Koski, Anna', 'Koski,Anna', 'Anna Koski', 'koski ,anna,'])('finds Anna Koski by %j', (query) => {
    expect(searchWords(query).toSorted()).toEqual(['anna', 'koski'])
  })

  it.each(['', ' ´ ¨ ', ' , '])('returns no words for %j', (query) => {
    expect(searchWords(query)).toEqual([])
  })
})
