import { describe, expect, it } from 'vitest'
import { sessionTokenContext } from './session-token-context.ts'

describe('sessionTokenContext', () => {
  it('is the session, then the user: stored tokens open with this and nothing else', () => {
    expect(sessionTokenContext({ sessionId: '019acd00-0000-7000-8000-000000000001', userId: 42 })).toEqual([
      '019acd00-0000-7000-8000-000000000001',
      '42',
    ])
  })
})
