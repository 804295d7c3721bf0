import { describe, expect, it } from 'vitest'
import { sizeIssues } from './document-size.ts'

describe('sizeIssues', () => {
  it('counts bytes, and accepts exactly 2,000,000 of them', () => {
    expect(sizeIssues('ä'.repeat(1_000_000))).toEqual([])
    expect(sizeIssues(`${'ä'.repeat(1_000_000)}a`)).toMatchObject([{ path: '$', code: 'too_large' }])
  })
})
