import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { readManifest, readZip } from '@course-grading/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { foreignReaders, readByPython, streamReaders } from './foreign-readers.fixture.ts'
import { hostileNames } from './hostile-names.fixture.ts'
import { aFile, archiveOf, aSubmission } from './submissions.fixture.ts'

describe.each(foreignReaders)('$name', ({ name, isInstalled, check, extract }) => {
  const leftOut = isInstalled ? '' : ` (left out: there is no ${name})`

  it.skipIf(!isInstalled)(`reads every kind of entry and finds nothing wrong${leftOut}`, async () => {
    const zip = join(temporaryFolder(), 'a.zip')
    writeFileSync(zip, await archiveOf(kinds, { ...kinds, submissionId: 102, submitters: [] }))
    expect(check(zip)).toBe('')
  })

  it.skipIf(!isInstalled)(`notices a flipped bit${leftOut}`, async () => {
    const zip = join(temporaryFolder(), 'a.zip')
    const bytes = await archiveOf(aSubmission([aFile('stored.bin', 'abcdef')]))
    bytes[bytes.indexOf('abcdef')]! ^= 1
    writeFileSync(zip, bytes)
    expect(check(zip)).not.toBe('')
  })

  it.skipIf(!isInstalled)(`puts nothing outside of the folder, with any names${leftOut}`, async () => {
    const outside = temporaryFolder()
    const [zip, folder] = [join(outside, 'a.zip'), join(outside, 'x')]
    const files = hostileNames.map((hostile, number) => aFile(hostile, String(number)))
    const bytes = await archiveOf(
      aSubmission(files, { submitters: ['../../x', '\0'] }),
      ...hostileNames.map((hostile, at) =>
        aSubmission([aFile('a', '')], { submissionId: 200 + at, submitters: [hostile] }),
      ),
    )
    writeFileSync(zip, bytes)
    extract(zip, folder)

    expect(readdirSync(outside).sort()).toEqual(['a.zip', 'x'])
    const rows = readManifest(bytes)
    const extracted = readdirSync(folder, { recursive: true, withFileTypes: true })
    expect(extracted.filter((entry) => !entry.isFile() && !entry.isDirectory())).toEqual([])
    const paths = extracted.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    expect(paths.sort()).toEqual([...rows.map(({ path }) => join(folder, path!)), join(folder, 'manifest.csv')].sort())
    for (const [number, hostile] of hostileNames.entries()) {
      const { path, status } = rows[number]!
      expect(readFileSync(join(folder, path!), 'utf8')).toBe(String(number))
      expect([hostile, status]).toEqual([hostile, path!.endsWith(`/${hostile}`) ? 'ok' : 'renamed'])
    }
  })
})

const python = foreignReaders[0]!
describe.skipIf(!python.isInstalled)(
  `the headers${python.isInstalled ? '' : ' (left out: there is no python3)'}`,
  () => {
    it("have UTF-8 names, the submission's time in UTC, and the permissions of a folder or a plain file", async () => {
      const zip = join(temporaryFolder(), 'a.zip')
      const older = aSubmission([aFile('työ.txt', 'abc', 3)], { submittedAt: '2025-12-31T23:59:59Z', submitters: [] })
      writeFileSync(
        zip,
        await archiveOf(aSubmission([aFile('a.png', 'ä')], { submittedAt: '2026-07-01T00:30:00+03:00' }), older),
      )
      const common = { isUtf8: true, attributes: 0o100644 }
      const folder = { isUtf8: true, attributes: 0o040755, size: 0, content: '' }
      expect(readByPython(zip)).toEqual([
        { ...folder, path: '101-Anna Korhonen/', time: [2026, 6, 30, 21, 30, 0] },
        { ...common, path: '101-Anna Korhonen/a.png', size: 2, time: [2026, 6, 30, 21, 30, 0], content: 'ä' },
        { ...folder, path: '101/', time: [2025, 12, 31, 23, 59, 58] },
        { ...common, path: '101/työ.txt', size: 3, time: [2025, 12, 31, 23, 59, 58], content: 'abc' },
        {
          ...common,
          path: 'manifest.csv',
          size: expect.any(Number),
          time: [2026, 6, 30, 21, 30, 0],
          content: expect.any(String),
        },
      ])
    })
  },
)

/** What ends an entry whose content was `before`, and a whole entry for a file of another student. */
function plantedEntry(before: Buffer): Buffer {
  const [path, content] = [Buffer.from('102-Bo Lind/planted.txt'), Buffer.from('planted')]
  const bytes = Buffer.alloc(16 + 30)
  bytes.writeUInt32LE(0x08074b50, 0)
  bytes.writeUInt32LE(crc32(before), 4)
  bytes.writeUInt32LE(before.length, 8)
  bytes.writeUInt32LE(before.length, 12)
  bytes.writeUInt32LE(0x04034b50, 16)
  bytes.writeUInt16LE(20, 20)
  bytes.writeUInt32LE(crc32(content), 30)
  bytes.writeUInt32LE(content.length, 34)
  bytes.writeUInt32LE(content.length, 38)
  bytes.writeUInt16LE(path.length, 42)
  return Buffer.concat([bytes, path, content])
}

describe.each(streamReaders)('$name, which reads a stream', ({ name, isInstalled, list }) => {
  const leftOut = isInstalled ? '' : ` (left out: there is no ${name})`

  it.skipIf(!isInstalled)(`takes no bytes of a student's file for an entry${leftOut}`, async () => {
    // What zlib cannot compress, it leaves as it is, so that an entry can be planted in a compressed file too.
    const before = randomBytes(5_000)
    const planted = Buffer.concat([before, plantedEntry(before), randomBytes(5_000)])
    const files = ['data.bin', 'data.txt'].flatMap((file) => [
      aFile(file, [planted]),
      aFile(file, [planted], planted.length),
    ])
    const zip = await archiveOf(aSubmission([...files, aFile('a.png', '', 0)]), { ...kinds, submissionId: 103 })
    const entries = readZip(zip).map(({ path, content }) => ({ path, sizeBytes: content.length }))
    expect(list(zip, temporaryFolder())).toEqual(entries)
  })
})

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  return folder
}

const kinds = aSubmission([
  aFile('answers.json', '{"ä":1}'),
  aFile('stored.png', 'abc', 3),
  aFile('stored.bin', 'abc'),
  aFile('deflated.txt', 'abc'.repeat(50_000), 150_000),
  aFile('日本.txt', ''),
  aFile('empty.png', '', 0),
])
