import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostileNames } from './hostile-names.fixture.ts'
import { numberedName, safeEntryName, safeFolderName } from './safe-entry-name.ts'

describe('safeEntryName', () => {
  it.each([
    'Main.java',
    'työ 1 (final).tar.gz',
    '.gitignore',
    'a..b',
    '日本語.txt',
    'con-sole.txt',
    'com10',
    'nullable.c',
    `${'a'.repeat(196)}.txt`,
  ])('does not change %j', (name) => {
    expect(safeEntryName(name)).toBe(name)
  })

  it.each([
    ['', '_'],
    ['.', '_'],
    ['..', '_'],
    ['...', '_'],
    ['. .', '_'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    [String.raw`..\..\boot.ini`, '.._.._boot.ini'],
    ['/etc/passwd', '_etc_passwd'],
    ['C:\\x.txt', 'C__x.txt'],
    ['file.txt:stream', 'file.txt_stream'],
    ['a\u2215b\uFF0Fc\u2044d\uFF3Ce', 'a_b_c_d_e'],
    ['a\0b\u0007c\u0085d\u007F', 'a_b_c_d_'],
    ['photo\u202Egpj.exe', 'photo_gpj.exe'],
    ['a\u200Bb\uFEFF', 'a_b_'],
    ['a\u2028b\uFFFE', 'a_b_'],
    ['a\uD800b\uDC00', 'a_b_'],
    ['what?*<>|"', 'what______'],
    ['x;1', 'x_1'],
    ['x\u037E1', 'x_1'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['Aux .c', '_Aux .c'],
    ['COM¹', '_COM¹'],
    ['lpt9.tar.gz', '_lpt9.tar.gz'],
    ['CONIN$', '_CONIN$'],
    ['end.', 'end'],
    ['end. . ', 'end'],
    ['end\u00A0', 'end'],
    ['  start', 'start'],
    ['-rf', '_rf'],
    [' --x', '_-x'],
    ['cafe\u0301', 'café'],
    ['\u212Bngström', 'Ångström'],
  ])('makes %j safe as %j', (name, safe) => {
    expect(safeEntryName(name)).toBe(safe)
  })

  it.each([
    [`${'a'.repeat(300)}.java`, `${'a'.repeat(195)}.java`],
    ['a'.repeat(300), 'a'.repeat(200)],
    ['ä'.repeat(101), 'ä'.repeat(100)],
    [`x${'𝒷'.repeat(60)}.py`, `x${'𝒷'.repeat(49)}.py`],
    [`a.${'b'.repeat(300)}`, `a.${'b'.repeat(198)}`],
    [`con${' '.repeat(200)}x.txt`, '_con.txt'],
    [`${'.'.repeat(250)}${'a'.repeat(40)}`, '_'],
  ])('cuts %j to %j', (name, cut) => {
    expect(safeEntryName(name)).toBe(cut)
  })

  it('returns a name that fulfils every rule, and that it does not change again', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const safe = safeEntryName(name)
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200)
        expect(safe).toMatch(/^[^\p{Z}\p{Cc}\p{Cf}\p{Cs}/\\:;*?"<>|-][^\p{Cc}\p{Cf}\p{Cs}/\\:;*?"<>|]*$/u)
        expect(safe).not.toMatch(/[.\p{Z}]$/u)
        expect(safe).not.toMatch(/^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i)
        expect(safe.normalize('NFC')).toBe(safe)
        expect(safeEntryName(safe)).toBe(safe)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('numberedName', () => {
  it.each([
    ['a.txt', 'a (2).txt'],
    ['Makefile', 'Makefile (2)'],
    ['.gitignore', '.gitignore (2)'],
    ['a.tar.gz', 'a.tar (2).gz'],
    [`${'ä'.repeat(98)}.txt`, `${'ä'.repeat(96)} (2).txt`],
  ])('turns %j into %j', (name, numbered) => {
    expect(numberedName(name, 2)).toBe(numbered)
  })
})

describe('safeFolderName', () => {
  it.each([
    ['7-Anna/../Bo', '7-Anna_.._Bo'],
    ['7-Robert Jr.', '7-Robert Jr'],
    [`7-${'ä'.repeat(60)}`, `7-${'ä'.repeat(49)}`],
    [`7-${'a'.repeat(97)} b`, `7-${'a'.repeat(97)}`],
  ])('makes %j safe as %j in 100 bytes', (name, safe) => {
    expect(safeFolderName(name, 100)).toBe(safe)
  })
})

const anyName = fc.oneof(
  fc.string({ unit: fc.nat({ max: 0x10ffff }).map((point) => String.fromCodePoint(point)) }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(...hostileNames),
  fc
    .array(
      fc.constantFrom(
        '..',
        '.',
        '/',
        '\\',
        'con',
        'NUL',
        'COM¹',
        ' ',
        '-',
        '\0',
        '\u202E',
        'a',
        'ä',
        '\uD800',
        '𝒷',
        'x'.repeat(150),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
)
