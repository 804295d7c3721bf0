import { describe, expect, it } from 'vitest'
import { mayWriteSnippet } from './may-write-snippet.ts'

describe('mayWriteSnippet', () => {
  it.each([
    [true, 'course', true],
    [true, 'personal', true],
    [false, 'course', false],
    [false, 'personal', true],
  ] as const)('of a teacher (%s), for the scope %s: %s', (isTeacher, scope, expected) => {
    expect(mayWriteSnippet({ isTeacher }, scope)).toBe(expected)
  })
})
