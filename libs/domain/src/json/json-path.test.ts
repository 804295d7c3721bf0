import { describe, expect, it } from 'vitest'
import { jsonPath } from './json-path.ts'

describe('jsonPath', () => {
  it.each([
    [[], '$'],
    [['a', 0, 'b'], '$.a[0].b'],
    [['headers', 'If-Match'], '$.headers.If-Match'],
    [['we ird'], '$["we ird"]'],
    [[''], '$[""]'],
    [['0'], '$["0"]'],
    [['a"]', 'b'], '$["a\\"]"].b'],
    [['line\nbreak'], '$["line\\nbreak"]'],
    [['__proto__'], '$.__proto__'],
  ])('writes %j as %s', (segments, path) => {
    expect(jsonPath(segments)).toBe(path)
  })

  it('keeps a key of 64 characters and cuts a longer one to 64', () => {
    expect(jsonPath(['k'.repeat(64)])).toBe(`$.${'k'.repeat(64)}`)
    expect(jsonPath(['k'.repeat(65)])).toBe(`$["${'k'.repeat(63)}…"]`)
  })

  it('stays well formed where it cuts', () => {
    const path = jsonPath(['x'.repeat(62) + '😀'.repeat(1_000)])
    expect(path.length).toBeLessThan(80)
    expect(path.isWellFormed()).toBe(true)
  })
})
