import { describe, expect, it } from 'vitest'
import { UpstreamError } from '../errors.ts'
import { parseJsonText } from './json-text.ts'

describe('parseJsonText', () => {
  it('reads what is JSON for everybody', () => {
    expect(parseJsonText('{"a":[1,2.5,"x\\u00e5",null]}')).toEqual({ a: [1, 2.5, 'xå', null] })
  })

  it.each([
    ['no JSON', 'NaN'], ['nothing', ''], ['two values', '{} {}'], ['a duplicate key', '{"id":1,"\\u0069d":2}'],
    ['a million levels', '['.repeat(1_000_000)], ['an id that would be rounded', '{"id":9007199254740993}'], ['a lone surrogate', '["\\ud83d"]'],
  ])('refuses %s as not_json, and says nothing of the text', (_what, text) => {
    const error = (() => {
      try {
        return parseJsonText(text)
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toBeInstanceOf(UpstreamError)
    expect(error).toMatchObject({ reason: 'not_json', message: 'upstream_malformed' })
    expect(error).not.toHaveProperty('cause')
  })
})
