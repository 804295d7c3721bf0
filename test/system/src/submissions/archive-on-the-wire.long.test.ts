import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { contentOf, namesIn, zipPrograms } from './foreign-programs.ts'
import { it as onSubmissions } from './submissions-test.ts'

describe.each(zipPrograms)('the archive of an exercise, read by $name', ({ name, isInstalled, check }) => {
  const leftOut = isInstalled ? '' : ` (left out: there is no ${name})`

  it.skipIf(!isInstalled)(`is whole${leftOut}`, ({ zip }) => {
    expect(check(zip)).toBe('')
  })
})

describe('the archive of an exercise', () => {
  it('has a folder for each of the 40 submissions, and the manifest at the end', ({ zip }) => {
    const paths = filesOf(zip)
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
const filesOf = (archive: string) => namesIn(archive).filter((path) => !path.endsWith('/'))

/** All attempts: 3008 has hostile names, 3006 has 500 files, and 3005 has one of 30 MiB. */
const path = '/courses/11/exercises/1103/archive?attempts=all'

const it = onSubmissions.extend('zip', { scope: 'file' }, async ({ world, folder }) => {
  const zip = join(folder, 'a.zip')
  expect(await (await world.open(path)).save(zip)).toMatchObject({ isWhole: true })
  return zip
})
