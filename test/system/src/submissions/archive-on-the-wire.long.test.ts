import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { describe, expect } from 'vitest'
import { contentOf, directoryOf, zipPrograms } from './foreign-programs.ts'
import { it as onSubmissions } from './submissions-test.ts'

describe.each(zipPrograms)('the archive of an exercise, read by $name', ({ name, isInstalled, check, extract }) => {
  const leftOut = isInstalled ? '' : ` (left out: there is no ${name})`

  it.skipIf(!isInstalled)(`is whole${leftOut}`, ({ zip }) => {
    expect(check(zip)).toBe('')
  })

  it.skipIf(!isInstalled)(
    `is extracted into its folder alone, with every name, size and checksum${leftOut}`,
    ({ folder, zip }) => {
      const outside = mkdtempSync(join(folder, 'extracted-'))
      const top = join(outside, 'deep', 'x')
      mkdirSync(join(outside, 'deep'))
      extract(zip, top)
      expect(readdirSync(outside, { recursive: true }).filter((each) => !each.includes('/x'))).toEqual(['deep'])
      const directory = filesOf(zip)
      expect(filesBelow(top).toSorted()).toEqual(directory.map((entry) => entry.path).toSorted())
      for (const entry of directory) {
        const content = readFileSync(join(top, entry.path))
        expect({ size: content.length, crc: crc32(content) }, entry.path).toMatchObject({
          size: entry.size,
          crc: entry.crc,
        })
      }
    },
  )
})

describe('the archive of an exercise', () => {
  it('has a folder for each of the 40 submissions, and the manifest at the end', ({ zip }) => {
    const paths = filesOf(zip).map((entry) => entry.path)
    expect(paths.at(-1)).toBe('manifest.csv')
    const ids = new Set(paths.slice(0, -1).map((each) => Number(/^(\d+)-[^/]+\/[^/]+$/.exec(each)?.[1])))
    expect([...ids]).toEqual(Array.from({ length: 40 }, (_, at) => 3001 + at))
  })

  it('has the same bytes when it is read again', async ({ world, folder, zip }) => {
    const again = join(folder, 'again.zip')
    await (await world.open(path)).save(again)
    expect(readFileSync(again).equals(readFileSync(zip))).toBe(true)
  })

  it('lists every file as had', ({ zip }) => {
    const rows = contentOf(zip, 'manifest.csv').trim().split('\r\n').slice(1)
    expect(rows).toHaveLength(filesOf(zip).length - 1)
    expect(rows.filter((row) => !/"(ok|renamed)"$/.test(row))).toEqual([])
  })
})

/** The entries that are not folders. */
const filesOf = (archive: string) => directoryOf(archive).filter((entry) => !entry.path.endsWith('/'))

/** The files below a folder, by path, in its order. */
function filesBelow(top: string): string[] {
  const entries = readdirSync(top, { recursive: true, withFileTypes: true })
  expect(entries.filter((entry) => !entry.isFile() && !entry.isDirectory())).toEqual([])
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(top.length + 1))
}

/** All attempts: 3008 has hostile names, 3006 has 500 files, and 3005 has one of 30 MiB. */
const path = '/courses/11/exercises/1103/archive?attempts=all'

const it = onSubmissions.extend('zip', { scope: 'file' }, async ({ world, folder }) => {
  const zip = join(folder, 'a.zip')
  expect(await (await world.open(path)).save(zip)).toMatchObject({ isWhole: true })
  return zip
})
