import { courseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import { courseSettingsUpdateExample } from '@course-grading/contracts/settings/course-settings-examples'
import { describe, expect, it } from 'vitest'
import { cutExcess } from './cut-excess.ts'
import { createValidator } from './create-validator.ts'

describe('cutExcess', () => {
  it('does not change values within their limits', () => {
    const value = { list: ['aaa', 'toolong'], text: 'bbb' }
    expect(cutExcess(schema, value)).toEqual([])
    expect(value).toEqual({ list: ['aaa', 'toolong'], text: 'bbb' })
  })

  it('cuts a list to the allowed length, and empties a text that is too long in any normal form', () => {
    const value = { list: ['a', 'b'.repeat(100), 'a', 'a'], text: 'x'.repeat(100) }
    expect(cutExcess(schema, value).map(({ path, code }) => `${path} ${code}`)).toEqual([
      '$.list too_long',
      '$.list[1] too_long',
      '$.text too_long',
    ])
    expect(value).toEqual({ list: ['a', ''], text: '' })
  })

  it('leaves as many unknown fields as a reply lists, and one, at all levels together', () => {
    const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))
    const closed = { additionalProperties: false, properties: { inner: { additionalProperties: false } } }
    const value = { ...unknown(60), inner: unknown(60) }
    expect(cutExcess(closed, value)).toEqual([])
    expect([Object.keys(value).length, Object.keys(value.inner).length]).toEqual([61, 41])
  })

  it('accepts any value: wrong types, own __proto__ keys, holes', () => {
    for (const value of [
      null,
      1,
      'x',
      [],
      [1],
      { list: 'x' },
      { list: [null, {}] },
      { list: [[]] },
      JSON.parse('{"__proto__":{"list":[1,2,3]}}'),
    ]) {
      expect(cutExcess(schema, value)).toEqual([])
    }
  })

  it('reports each oversized value once, together with all other issues', () => {
    const validate = createValidator(schema)
    expect(
      validate({ list: ['a', 'c', 'a'], text: 'x'.repeat(100) }).map(({ path, code }) => `${path} ${code}`),
    ).toEqual(['$.list too_long', '$.text too_long', '$.list[1] invalid_format'])
  })

  it('makes a list of fifty thousand invalid entries cost no more than a list of the allowed length', () => {
    const validate = createValidator(courseSettingsUpdate)
    const timeOf = (length: number): number => {
      const update = { ...courseSettingsUpdateExample, graders: Array.from({ length }, () => ({})) }
      const before = process.threadCpuUsage()
      const issues = validate(update)
      expect(issues.length).toBeGreaterThan(100)
      return process.threadCpuUsage(before).user / 1000
    }
    timeOf(200)
    const allowed = Math.min(...Array.from({ length: 5 }, () => timeOf(200)))
    const oversized = Math.min(...Array.from({ length: 5 }, () => timeOf(49_000)))
    // The list has 245 times as many entries as are allowed. The limit is generous for a busy machine.
    expect(oversized).toBeLessThan(25 * allowed + 20)
  })
})

const schema = {
  type: 'object',
  properties: {
    list: { type: 'array', maxItems: 2, items: { type: 'string', maxLength: 3, pattern: '^a+$' } },
    text: { type: 'string', maxLength: 2, pattern: '^b*$' },
  },
} as const
