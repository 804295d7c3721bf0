import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { csvDialectOf } from './csv-dialect.ts'

describe('csvDialectOf', () => {
  it.each(['fi', 'fi_FI', 'fi-FI', 'sv', 'de_DE', 'fr', 'FI'])('separates by semicolons in %s', (locale) => {
    expect(csvDialectOf(locale)).toBe('semicolon')
  })

  it.each(['en', 'en_GB', 'de-CH', 'ar-EG', 'ja', 'xx', 'qqq-FI', 'Suomi', 'finnish language', '-', 'fi-', '😀'])(
    'separates by commas in %s, where the decimal sign is another or unknown',
    (locale) => {
      expect(csvDialectOf(locale)).toBe('comma')
    },
  )

  it('does not take an unknown language for the one of the process', () => {
    const file = JSON.stringify(new URL('csv-dialect.ts', import.meta.url).href)
    const script = `const { csvDialectOf } = await import(${file}); process.stdout.write(csvDialectOf('xx'))`
    const env = { ...process.env, LC_ALL: 'fi_FI.UTF-8' }
    expect(execFileSync(process.execPath, ['--input-type=module', '-e', script], { env }).toString()).toBe('comma')
  })
})
