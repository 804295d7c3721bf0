import { createHash } from 'node:crypto'
import { readManifest, readZip } from '@course-grading/test-kit'
import { describe, expect, it } from 'vitest'
import { archive } from './archive.ts'
import type { ArchivedFile } from './archived-submission.ts'
import { aFile, archiveOf, aSubmission, from } from './submissions.fixture.ts'

const pathsOf = (zip: Buffer) => readZip(zip).map(({ path }) => path)

describe('archive', () => {
  it('has the files of each submission in a separate folder, in order, and the manifest at the end', async () => {
    const zip = await archiveOf(
      aSubmission([aFile('answers.json', '{"a":1}'), aFile('työ.py', 'print(1)', 8)]),
      aSubmission([aFile('työ.py', '')], { submissionId: 102, submitters: [] }),
    )
    expect(readZip(zip).map(({ path, content }) => [path, content.toString()])).toEqual([
      ['101-Anna Korhonen/', ''],
      ['101-Anna Korhonen/answers.json', '{"a":1}'],
      ['101-Anna Korhonen/työ.py', 'print(1)'],
      ['102/', ''],
      ['102/työ.py', ''],
      ['manifest.csv', expect.any(String)],
    ])
  })

  it.each([
    [[], '7'],
    [['', ' '], '7'],
    [['Anna Korhonen', 'Bo Lind'], '7-Anna Korhonen+Bo Lind'],
    [['../../root'], '7-.._.._root'],
    [['Robert Jr.'], '7-Robert Jr'],
    [['ä'.repeat(90)], `7-${'ä'.repeat(49)}`],
    [['𝒷'.repeat(90)], `7-${'𝒷'.repeat(24)}`],
    [['a\uD800'], '7-a_'],
  ])('puts the submission of %j into the folder %j', async (submitters, folder) => {
    const zip = await archiveOf(aSubmission([aFile('a', 'x')], { submissionId: 7, submitters }))
    expect(pathsOf(zip)).toEqual([`${folder}/`, `${folder}/a`, 'manifest.csv'])
  })

  it('adds a number to a name that occurs twice, ignoring case, and keeps the name of the form answers', async () => {
    const files = ['answers.json', 'Answers.JSON', 'A.txt', 'a.txt', 'manifest.csv'].map((name) => aFile(name, name))
    expect(pathsOf(await archiveOf(aSubmission(files)))).toEqual([
      '101-Anna Korhonen/',
      '101-Anna Korhonen/answers.json',
      '101-Anna Korhonen/Answers (2).JSON',
      '101-Anna Korhonen/A.txt',
      '101-Anna Korhonen/a (2).txt',
      '101-Anna Korhonen/manifest.csv',
      'manifest.csv',
    ])
  })

  it('compresses files with an extension of text, and no others', async () => {
    const names = ['a.PY', 'a.tar.gz', 'a.png', 'a.csv', 'a', 'json']
    const zip = await archiveOf(aSubmission(names.map((name) => aFile(name, 'x'.repeat(200_000)))))
    expect(
      readZip(zip)
        .filter(({ storedBytes, content }) => storedBytes < content.length)
        .map(({ path }) => path),
    ).toEqual(['101-Anna Korhonen/a.PY', '101-Anna Korhonen/a.csv', 'manifest.csv'])
    expect(zip.length).toBeLessThan(850_000)
  })

  it('has only a manifest if there are no submissions', async () => {
    const zip = await archiveOf()
    expect(pathsOf(zip)).toEqual(['manifest.csv'])
    expect(readManifest(zip)).toEqual([])
  })

  it('has the same bytes for the same content, for any size of pieces', async () => {
    const content = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * at) % 251))
    const inPieces = (length: number) =>
      Array.from({ length: Math.ceil(content.length / length) }, (_, at) =>
        content.subarray(at * length, (at + 1) * length),
      )
    const zips = await Promise.all(
      [200_000, 65_536, 70_001, 999].map((length) =>
        archiveOf(aSubmission([aFile('a.txt', inPieces(length)), aFile('a.bin', inPieces(length))])),
      ),
    )
    expect(zips.map((zip) => zip.equals(zips[0]!))).toEqual([true, true, true, true])
    expect(readZip(zips[0]!).filter((entry) => entry.content.equals(content))).toHaveLength(2)
  })

  it('reads a file as fast as the reader takes it, and opens the next file afterwards', async () => {
    const steps: string[] = []
    const file = (name: string): ArchivedFile => ({
      name,
      async open() {
        steps.push(`open ${name}`)
        return { sizeBytes: null, body: body(name) }
      },
    })
    async function* body(name: string) {
      for (let piece = 1; piece <= 3; piece += 1) {
        steps.push(`${name} ${piece}`)
        yield Buffer.alloc(100_000)
      }
    }
    const pieces = archive(from([aSubmission([file('a'), file('b')])]))
    await pieces.next()
    expect(steps).toEqual([])
    await pieces.next()
    expect(steps).toEqual(['open a', 'a 1'])
    // Three blocks of 32 KiB, each with a header.
    for (let part = 1; part <= 6; part += 1) await pieces.next()
    expect(steps).toEqual(['open a', 'a 1'])
    await pieces.next()
    expect(steps).toEqual(['open a', 'a 1', 'a 2'])
    for await (const _piece of pieces);
    expect(steps).toEqual(['open a', 'a 1', 'a 2', 'a 3', 'open b', 'b 1', 'b 2', 'b 3'])
  })
})

describe('manifest.csv', () => {
  it('begins with a byte order mark, by which spreadsheets know its encoding', async () => {
    const manifest = readZip(await archiveOf()).at(-1)?.content
    expect(manifest?.subarray(0, 3)).toEqual(Buffer.of(0xef, 0xbb, 0xbf))
    expect(manifest?.subarray(3, 14).toString()).toBe('submission;')
  })

  it('has a header, and a row for each file', async () => {
    const zip = await archiveOf(
      aSubmission(
        [
          aFile('a.txt', 'abc'),
          aFile('../b', ''),
          { name: 'c', status: 'excluded' },
          { name: 'd', open: async () => 'forbidden' },
        ],
        {
          submitters: ['Anna Korhonen', 'Lind, Bo'],
        },
      ),
      aSubmission([{ name: 'e', open: async () => 'missing' }], { submissionId: 102, submitters: [] }),
    )
    const digest = (text: string) => createHash('sha256').update(text).digest('hex')
    const of101 = '101;"Anna Korhonen,""Lind, Bo"""'
    expect(readZip(zip).at(-1)?.content.toString()).toBe(
      [
        '\uFEFFsubmission;submitters;path;originalName;size;sha256;status',
        `${of101};"101-Anna Korhonen+Lind, Bo/a.txt";"a.txt";3;"${digest('abc')}";"ok"`,
        `${of101};"101-Anna Korhonen+Lind, Bo/.._b";"../b";0;"${digest('')}";"renamed"`,
        `${of101};"";"c";"";"";"excluded"`,
        `${of101};"";"d";"";"";"forbidden"`,
        '102;"";"";"e";"";"";"missing"',
        '',
      ].join('\r\n'),
    )
  })

  it('has no cell that a spreadsheet would run', async () => {
    const names = ['=1+1', '+x', '@SUM(1)', '\t=x', 'a;=b', '"=b"']
    const zip = await archiveOf(
      aSubmission(
        names.map((name) => aFile(name, 'x')),
        { submitters: ['=cmd()', '-Bo'] },
      ),
    )
    const [first, ...others] = readManifest(zip)
    expect(first).toMatchObject({ submitters: "'=cmd(),'-Bo", originalName: "'=1+1" })
    expect(others.map((row) => row['originalName'])).toEqual(["'+x", "'@SUM(1)", "'\t'=x", "a;'=b", '"\'=b"'])
  })
})
