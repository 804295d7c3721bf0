import { readManifest, readZip } from '@course-grading/test-kit'
import { describe, expect, it } from 'vitest'
import { archive } from './archive.ts'
import type { ArchivedFile } from './archived-submission.ts'
import { aFile, archiveOf, aSubmission, from } from './submissions.fixture.ts'

describe('a file that cannot be read', () => {
  it('is in the manifest, has no entry, and does not affect other files', async () => {
    const zip = await archiveOf(
      aSubmission([
        { name: 'a.txt', open: async () => 'missing' },
        { name: 'A.txt', open: async () => 'failed' },
        { name: 'a.TXT', open: () => Promise.reject(new Error('no connection')) },
        breakingAfter(0, [], 'a.Txt'),
        aFile('a.txt', 'x'),
      ]),
    )
    expect(readZip(zip).map(({ path }) => path)).toEqual([
      '101-Anna Korhonen/',
      '101-Anna Korhonen/a.txt',
      'manifest.csv',
    ])
    expect(readManifest(zip).map(({ originalName, path, status }) => [originalName, path, status])).toEqual([
      ['a.txt', '', 'missing'],
      ['A.txt', '', 'failed'],
      ['a.TXT', '', 'failed'],
      ['a.Txt', '', 'failed'],
      ['a.txt', '101-Anna Korhonen/a.txt', 'ok'],
    ])
  })

  it('ends the archive after its reader has left', async () => {
    const reader = new AbortController()
    const opened: string[] = []
    const file = (name: string): ArchivedFile => ({
      name,
      open() {
        opened.push(name)
        reader.abort()
        return Promise.reject(new Error('aborted'))
      },
    })
    const pieces = archive(from([aSubmission([file('a'), file('b')])]), reader.signal)
    await pieces.next()
    await expect(pieces.next()).rejects.toThrow('aborted')
    expect(opened).toEqual(['a'])
  })
})

describe('a file that is cut off', () => {
  it.each(['b.bin', 'b.txt'])('makes the archive fail, too, as %s', async (name) => {
    const { bytes, error } = await partOf([aFile('a', 'x'), breakingAfter(1, [], name), aFile('c', 'x')])
    expect(error).toEqual(new Error('The connection was lost'))
    expect(bytes.includes('a')).toBe(true)
    expect(bytes.includes(endOfArchive)).toBe(false)
    expect(bytes.includes('manifest.csv')).toBe(false)
  })

  it.each([
    ['shorter', 'a.bin', 'abc', 4],
    ['shorter', 'a.txt', 'abc', 4],
    ['shorter', 'a.bin', '', 1],
    ['longer', 'a.bin', 'abc', 2],
    ['longer', 'a.txt', 'abc', 2],
    ['longer', 'a.bin', 'abc', 0],
  ])('that is %s than announced makes the archive fail, too: %s', async (difference, name, content, sizeBytes) => {
    const { bytes, error } = await partOf([aFile(name, content, sizeBytes)])
    expect(error).toEqual(new Error(`The content of a file is ${difference} than announced`))
    expect(bytes.includes(endOfArchive)).toBe(false)
  })

  it('a list that is cut off makes the archive fail, too', async () => {
    async function* submissions() {
      yield aSubmission([aFile('a', 'x')])
      throw new Error('The list was lost')
    }
    await expect(Array.fromAsync(archive(submissions()))).rejects.toThrow('The list was lost')
  })
})

describe('a reader that leaves', () => {
  it.each([2, 3, 4])('ends the open file and the lists, after %d pieces', async (taken) => {
    const ended: string[] = []
    async function* files() {
      try {
        yield breakingAfter(100, ended)
      } finally {
        ended.push('files')
      }
    }
    async function* submissions() {
      try {
        yield aSubmission(files())
      } finally {
        ended.push('submissions')
      }
    }
    const pieces = archive(submissions())
    for (let piece = 0; piece < taken; piece += 1) await pieces.next()
    await pieces.return()
    expect(ended).toEqual(['b.bin', 'files', 'submissions'])
  })
})

const endOfArchive = Buffer.from([0x50, 0x4b, 5, 6])

/** A file whose content fails after the given number of pieces, and which records that it was ended. */
function breakingAfter(pieces: number, ended: string[] = [], name = 'b.bin'): ArchivedFile {
  async function* body() {
    try {
      for (let piece = 0; piece < pieces; piece += 1) yield Buffer.alloc(70_000, piece)
      throw new Error('The connection was lost')
    } finally {
      ended.push(name)
    }
  }
  return { name, open: async () => ({ sizeBytes: null, body: body() }) }
}

/** The bytes of an archive before it threw, and the error. */
async function partOf(files: readonly ArchivedFile[]): Promise<{ readonly bytes: Buffer; readonly error: unknown }> {
  const pieces: Uint8Array[] = []
  try {
    for await (const piece of archive(from([aSubmission(files)]))) pieces.push(piece)
  } catch (error) {
    return { bytes: Buffer.concat(pieces), error }
  }
  return { bytes: Buffer.concat(pieces), error: undefined }
}
