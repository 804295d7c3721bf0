import type { Grader } from '@course-grading/domain/settings/course-settings'
import { gradersCsv } from '@course-grading/domain/settings/grader-rows'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readGradersCsv } from './read-graders-csv.ts'

const header = 'email;languages;feedbackTags;gradingTags'

describe('readGradersCsv', () => {
  it('reads people by address or id, lists, absent lists and empty ones', () => {
    expect(read('teacher@example.org;fi,en;;(none)', '"103";" en ";"group-a, group-b";')).toEqual({
      ok: true,
      rows: [
        { name: { email: 'teacher@example.org' }, languages: ['fi', 'en'], gradingTags: [] },
        { name: { userId: 103 }, languages: ['en'], feedbackTags: ['group-a', 'group-b'] },
      ],
    })
  })

  it.each([
    ['no row', header],
    ["no row, but the line's end", `${header}\r\n`],
    ['one byte order mark', `\uFEFF${header}\n`],
    ['a header of quoted names', '"email";"languages";"feedbackTags";"gradingTags"\r\n'],
    ['a header of which one name is quoted', 'email;languages;"feedbackTags";gradingTags'],
  ])('accepts %s', (_what, text) => {
    expect(readGradersCsv(Buffer.from(text))).toEqual({ ok: true, rows: [] })
  })

  it.each([
    ['all kinds of line ends in one file, and none after the last row', '\r\n1;fi;;\n2;fi;;\r\n3;fi;;\r4;fi;;'],
    ['only CR', '\r1;fi;;\r2;fi;;\r"3";"fi";;\r4;fi;;\r'],
    [
      'rows without any value wherever they stand',
      '\n;;;\n1;fi;;\n\n2;fi;;\n \t\n3;fi;;\n"";"";"";""\n4;fi;;\n;;;;;\n\n ',
    ],
  ])('accepts %s', (_what, rows) => {
    expect(readGradersCsv(Buffer.from(`\uFEFF${header}${rows}`))).toMatchObject({
      rows: [1, 2, 3, 4].map((userId) => ({ name: { userId } })),
    })
  })

  it('finds the header after empty lines', () => {
    expect(readGradersCsv(Buffer.from(`\r\n;;;\r\n${header}\r\n`))).toEqual({ ok: true, rows: [] })
  })

  it('does not count rows without any value', () => {
    const values = Array.from({ length: 200 }, () => '1;fi;;')
    expect(issuesOf(...values.flatMap((row) => [row, '', ';;;']))).toEqual([])
    expect(issuesOf('', ';;;', '1;fi;;', '', '2;Finnish;;')).toEqual(['$.rows[1].languages invalid_format'])
  })

  it('names the character NUL', () => {
    const reading = read('1;fi;\0;')
    expect(reading.ok ? [] : reading.issues.map(({ message }) => message)).toEqual([expect.stringContaining('U+0000')])
  })

  it.each<[string, string | Uint8Array, string]>([
    ['nothing at all', '', '$.header'],
    ['another header', 'email;languages;gradingTags;feedbackTags\n', '$.header'],
    ['commas between the columns', header.replaceAll(';', ','), '$.header'],
    ['a header with blanks', `${header} \n`, '$.header'],
    ['a header with a quote that is not closed', `"${header}\n`, '$.header'],
    ['a header quoted as a whole', `"${header}"\n`, '$.header'],
    ['two byte order marks', `\uFEFF\uFEFF${header}\n`, '$.header'],
    ['a cell too few', `${header}\n1;fi;;\n2;fi;\n`, '$.rows[1]'],
    ['a cell too many', `${header}\n1;fi;;;\n`, '$.rows[0]'],
    ['a quote that is not closed', `${header}\n"1;fi;;\n`, '$.rows[0]'],
    ['text after a closing quote', `${header}\n"1"2;fi;;\n`, '$.rows[0]'],
    ['a quote in the middle of a cell without quotes', `${header}\n1;fi;a"b";\n`, '$.rows[0]'],
    ['Latin-1', Buffer.from(`${header}\n1;fi;\u00E4;\n`, 'latin1'), '$'],
    ['NUL', `${header}\n1;fi;\0;\n`, '$'],
  ])('throws invalid_csv for %s', (_what, file, path) => {
    expect(readGradersCsv(typeof file === 'string' ? Buffer.from(file) : file)).toMatchObject({
      ok: false,
      code: 'invalid_csv',
      issues: [{ path, code: 'invalid_format' }],
    })
  })

  it.each([
    ['with a byte order mark', Buffer.from(`\uFEFF${header}\n`, 'utf16le')],
    ['without', Buffer.from(`${header}\n`, 'utf16le')],
    ['of the other byte order', Buffer.from(`${header}\n`, 'utf16le').swap16()],
  ])('refuses UTF-16 and says how to save the file instead: %s', (_what, bytes) => {
    expect(readGradersCsv(bytes)).toMatchObject({
      ok: false,
      code: 'invalid_csv',
      issues: [{ path: '$', code: 'invalid_format' }],
      detail: expect.stringContaining('CSV UTF-8'),
    })
  })

  it.each([
    ['a row', 'a@b.c;fi;'],
    ['a quoted cell', '"'],
  ])('stops reading in %s without an end', (_what, start) => {
    expect(readGradersCsv(Buffer.from(`${header}\n1;fi;;\n${start}${'x'.repeat(1_000_000)}`))).toMatchObject({
      ok: false,
      code: 'invalid_csv',
      issues: [{ path: '$.rows[1]', message: 'This row is too long, or its quotes do not match.' }],
    })
  })

  it('reports every issue of every row at once, without text of the file', () => {
    const reading = read(
      ';;(none);',
      '0;Finnish,fi,fi;"a,""b";',
      '9007199254740992;(none);a,;a,a',
      'a@b c;fi;;',
      'a,b@c.d;fi;;',
      '1;fi;;',
    )
    expect(reading).toMatchObject({ ok: false, code: 'validation_failed' })
    const issues = reading.ok ? [] : reading.issues
    expect(issues.map(({ path, code }) => `${path} ${code}`)).toEqual([
      '$.rows[0].email required',
      '$.rows[0].languages required',
      '$.rows[1].email invalid_format',
      '$.rows[1].languages invalid_format',
      '$.rows[1].languages duplicate',
      '$.rows[1].feedbackTags invalid_format',
      '$.rows[2].email invalid_format',
      '$.rows[2].languages too_short',
      '$.rows[2].feedbackTags invalid_format',
      '$.rows[2].gradingTags duplicate',
      '$.rows[3].email invalid_format',
      '$.rows[4].email invalid_format',
    ])
    expect(JSON.stringify(issues)).not.toContain('Finnish')
  })

  it.each([
    [
      '17 languages',
      `1;${Array.from({ length: 17 }, (_, index) => `a${String.fromCodePoint(97 + index)}`).join(',')};;`,
      ['$.rows[0].languages too_long'],
    ],
    [
      '65 tags',
      `1;fi;;${Array.from({ length: 65 }, (_, index) => `t${index}`).join(',')}`,
      ['$.rows[0].gradingTags too_long'],
    ],
    ['a tag of 129 characters', `1;fi;${'t'.repeat(129)};`, ['$.rows[0].feedbackTags invalid_format']],
    ['a cell beyond 8 KiB', `1;fi;"${'ä'.repeat(4097)}";`, ['$.rows[0].feedbackTags too_long']],
    ['a cell of commas', `1;fi;"${','.repeat(8000)}";`, ['$.rows[0].feedbackTags too_long']],
  ])('rejects %s', (_what, row, issues) => {
    expect(issuesOf(row)).toEqual(issues)
  })

  it('accepts 200 rows and not one more', () => {
    expect(issuesOf(...Array.from({ length: 200 }, () => '1;fi;;'))).toEqual([])
    expect(issuesOf(...Array.from({ length: 201 }, () => '1;fi;;'))).toEqual(['$.rows too_long'])
  })

  it('stops reading after 201 rows', () => {
    expect(issuesOf('1;fi;;\n'.repeat(250_000), 'neither four cells nor "matching quotes')).toEqual(['$.rows too_long'])
  })
})

const formulaStart = /^[=+\-@\t\r\n\0＝＋－＠]/u
const slugPiece = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '＝',
  '＠',
  "'",
  '"',
  ',',
  ';',
  ' ',
  '(none)',
  'a',
  'ö',
  '😀',
)
const slug = fc.oneof(
  fc.constantFrom('group-a', '-a', '=1', '(none)', "'x"),
  fc.array(slugPiece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join('')),
)
const slugs = fc.option(fc.uniqueArray(slug, { maxLength: 20 }), { nil: undefined })
const grader = fc
  .record({
    userId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    languages: fc.shuffledSubarray(['fi', 'en', 'sv', 'en-GB'], { minLength: 1 }),
    feedbackTags: slugs,
    gradingTags: slugs,
  })
  .map(({ feedbackTags, gradingTags, ...rest }): Grader => ({
    ...rest,
    ...(feedbackTags && { feedbackTags }),
    ...(gradingTags && { gradingTags }),
  }))
const graders = fc.uniqueArray(grader, { selector: ({ userId }) => userId, maxLength: 12 })
const address = fc.oneof(
  fc.emailAddress(),
  fc.constantFrom(
    '=cmd@example.org',
    "'o@x.y",
    '+1@x.y',
    '-@-',
    'a;b@c',
    '"a b"@c.d',
    'no address',
    '',
    '12',
    'a,b@c.d',
  ),
)

/** A strict reader of RFC 4180 with `;`, written only for this test. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [['']]
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const row = rows.at(-1) ?? []
    const append = (character: string) => row.push((row.pop() ?? '') + character)
    const character = text.charAt(at)
    if (character === '"' && quoted && text[at + 1] === '"') {
      append('"')
      at += 1
    } else if (character === '"') quoted = !quoted
    else if (quoted) append(character)
    else if (character === ';') row.push('')
    else if (character === '\n') rows.push([''])
    else if (character !== '\r') append(character)
  }
  return rows.slice(0, -1)
}

describe('gradersCsv', () => {
  it('writes a byte order mark, a header without quotes, and quoted cells', () => {
    const list: Grader[] = [
      { userId: 102, languages: ['fi', 'en'], gradingTags: [] },
      { userId: 103, languages: ['fi'], feedbackTags: ['-a'] },
    ]
    expect(gradersCsv(list, (userId) => (userId === 102 ? 'a@b.c' : undefined))).toBe(
      `\uFEFF${header}\r\n"a@b.c";"fi,en";"";"(none)"\r\n"103";"fi";"'-a";""\r\n`,
    )
  })

  it('is read back as the same graders, with any characters in addresses and tags', () => {
    fc.assert(
      fc.property(graders, fc.array(address), (list, addresses) => {
        const addressOf = new Map(list.map(({ userId }, index) => [userId, addresses[index]]))
        const userIdOf = new Map(addressOf.entries().map(([userId, email]) => [email, userId]))
        const unique = (userId: number) =>
          userIdOf.get(addressOf.get(userId)) === userId ? addressOf.get(userId) : undefined
        const reading = readGradersCsv(Buffer.from(gradersCsv(list, unique)))
        if (!reading.ok) throw new Error(JSON.stringify(reading))
        expect(
          reading.rows.map(({ name, ...rest }) => ({
            userId: 'userId' in name ? name.userId : userIdOf.get(name.email),
            ...rest,
          })),
        ).toEqual(list)
      }),
      { numRuns: 500 },
    )
  })

  it('has no cell that a spreadsheet would run, as parsed by another CSV reader', () => {
    fc.assert(
      fc.property(graders, fc.array(address), (list, addresses) => {
        const text = gradersCsv(list, (userId) => addresses[list.findIndex((item) => item.userId === userId)])
        const rows = cellsOf(text)
        expect(rows).toHaveLength(list.length + 1)
        for (const cells of rows) {
          expect(cells).toHaveLength(4)
          for (const cell of cells) expect(cell).not.toMatch(formulaStart)
        }
      }),
      { numRuns: 500 },
    )
  })
})

const read = (...lines: readonly string[]) => readGradersCsv(Buffer.from([header, ...lines].join('\n')))

const issuesOf = (...lines: readonly string[]): string[] => {
  const reading = read(...lines)
  return reading.ok ? [] : reading.issues.map(({ path, code }) => `${path} ${code}`)
}
