import { aSettingsChange } from '@course-grading/test-kit'
import { describe, expect, it } from 'vitest'
import { readSettings } from './read-settings.ts'

/** A field in each line. */
const sound = Object.entries(aSettingsChange())
  .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
  .join('')

describe('readSettings', () => {
  it.each([
    ['a duplicate key', 'slug: a\nname: b\nslug: c\n', 'duplicate', 3, 1],
    ['a tab', 'graders:\n\t- userId: 1\n', 'malformed_yaml', 2, 1],
    ['a second document', `${sound}---\n${sound}`, 'malformed_yaml', 12, 1],
    ['a tag of one’s own', sound.replace('"programming-1"', '!slug programming-1'), 'invalid_value', 2, 7],
    ['a tag of one’s own at a list', sound.replace('["fi","en"]', '!list ["fi","en"]'), 'invalid_value', 4, 12],
    ['a tag that changes the type', sound.replace('"programming-1"', '!!binary aGk='), 'invalid_value', 2, 7],
    ['an integer above 2^53', sound.replace('1104', '9007199254740993'), 'invalid_value', 11, 31],
    ['the same in another base', sound.replace('1104', '0x20000000000001'), 'invalid_value', 11, 31],
    ['a merge', `<<: {}\n${sound}`, 'invalid_value', 1, 1],
    ['another version of YAML', `%YAML 1.1\n---\n${sound}`, 'invalid_value', 1, 1],
    ['another schemaVersion', sound.replace('schemaVersion: 1', 'schemaVersion: 2'), 'invalid_value', 1, 16],
    ['an unknown field', `${sound}colour: red\n`, 'unknown_field', 12, 1],
    ['a missing field', sound.replace('listed: true\n', ''), 'required', 1, 1],
    ['an empty value', sound.replace('listed: true', 'listed:'), 'invalid_type', 8, 1],
    ['no bytes', '', 'invalid_type', 1, 1],
    ['a thousand brackets', '['.repeat(20_000), 'too_large', 1, 1],
    ['an alias without its anchor', sound.replace('"Programming 1"', '*x'), 'invalid_value', 3, 7],
    [
      'an alias before its anchor',
      sound.replace('"Programming 1"', '*x').replace('1104', '&x 1'),
      'invalid_value',
      3,
      7,
    ],
    ['aliases that multiply', bomb(), 'too_large', 1, 1],
    ['bytes that are no UTF-8', Buffer.from([0x61, 0x3a, 0xff]), 'invalid_format', 1, 1],
  ])('refuses %s at its line and column', (_what, text, code, line, column) => {
    const reading = readSettings(Buffer.from(text))
    expect('faults' in reading && reading.faults[0]).toMatchObject({ code, line, column })
  })

  it('names everything that is wrong, in the order of the lines', () => {
    const reading = readSettings(
      Buffer.from(sound.replace('true', '7').replace('"programming-1"', 'A').replace('["fi"', '["fi", "fi"')),
    )
    expect('faults' in reading && reading.faults.map(({ line, path }) => `${line} ${path}`)).toEqual([
      '2 $.slug',
      '4 $.languages[1]',
      '7 $.templates.automaticExtensions',
    ])
  })

  it('refuses more than 200,000 words and signs', () => {
    const text = `[1${',1'.repeat(66_666)}`
    expect(readSettings(Buffer.from(text))).toMatchObject({ faults: [{ code: 'too_large' }] })
  })

  it('refuses 3 MB at once', () => {
    const before = process.threadCpuUsage()
    expect(readSettings(Buffer.alloc(3_000_000, '- a\n'))).toMatchObject({ faults: [{ code: 'too_large' }] })
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(100)
  })

  it.each([
    ['100,000 keys', 100_000, (at: number) => `k${at}: 1\n`],
    ['15,000 times the same key', 15_000, () => 'k: 1\n'],
    ['60,000 aliases', 60_000, (at: number) => (at === 0 ? 'a: &a 1\nb: [*a' : ',*a')],
    ['20,000 tags of its own', 20_000, (at: number) => (at === 0 ? 'b: [!x 1' : ',!x 1')],
    ['20,000 tabs', 20_000, () => '\t- x\n'],
  ])('refuses %s in less than ten seconds', (_what, count, part) => {
    const text = Array.from({ length: count }, (_, at) => part(at)).join('')
    const before = process.threadCpuUsage()
    expect(readSettings(Buffer.from(text))).toMatchObject({ faults: expect.anything() })
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(10_000)
  })

  it.each([
    ['Windows line ends', sound.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${sound}`],
    [
      'anchors and aliases',
      sound.replace('["fi","en"]', '&l ["fi", "en"]').replace('"languages":["en","fi"]', '"languages": *l'),
    ],
    ['a folded name', sound.replace('"Programming 1"', '>-\n  Programming\n  1')],
    ['a number in hexadecimals', sound.replace('1104', '0x450')],
    ['a tag of YAML itself', sound.replace('"programming-1"', '!!str programming-1')],
  ])('reads %s', (_what, text) => {
    expect(readSettings(Buffer.from(text))).toMatchObject({
      settings: { name: 'Programming 1', manualGradingExercises: [1103, 1104] },
    })
  })

  it('reads a name in the normal form in which the service stores it', () => {
    const text = sound.replace('Programming 1', 'A\u0308a\u0308kko\u0308set')
    expect(readSettings(Buffer.from(text))).toMatchObject({ settings: { name: 'Ääkköset' } })
  })
})

function bomb(): string {
  const lines = ['a0: &a0 [x]', ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `a${n}: &a${n} [${`*a${n - 1}, `.repeat(9)}]`)]
  return `${lines.join('\n')}\n`
}
