import { describe, expect, it } from 'vitest'
import { originDigest } from './origin-digest.ts'

describe('originDigest', () => {
  it('is one for an origin and another for every other, and holds nothing of it', () => {
    const origins = ['https://a.example', 'http://a.example', 'https://a.example:8443', 'https://b.example']
    const digests = origins.map(originDigest)
    expect(digests.map((digest) => digest.length)).toEqual([16, 16, 16, 16])
    expect(new Set(digests.map((digest) => digest.toString('hex'))).size).toBe(4)
    expect(digests[0]?.toString('latin1')).not.toContain('example')
  })

  it('stays as it is: stored ones are compared with it', () => {
    expect(originDigest('https://a.example').toString('hex')).toBe('84226dd3ffae8c169ae9cf67c45b8871')
  })
})
