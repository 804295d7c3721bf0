import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findCourseFiles, readBytes, replaceFile, replaceIfUnchanged } from './course-files.ts'

describe('replaceFile', () => {
  it('replaces a link, and not what it leads to', async () => {
    const folder = aFolder()
    const [file, link] = [join(folder, 'real'), join(folder, 'link')]
    writeFileSync(file, 'old')
    symlinkSync(file, link)
    await replaceFile(link, 'new')
    expect([readFileSync(file, 'utf8'), readFileSync(link, 'utf8')]).toEqual(['old', 'new'])
  })
})

describe('readBytes', () => {
  it.each(['FIFO', 'device', 'folder', 'socket'])('does not wait for a %s, and names it', async (kind) => {
    const path = join(aFolder(), 'file')
    if (kind === 'FIFO') execFileSync('mkfifo', [path])
    if (kind === 'device') symlinkSync('/dev/zero', path)
    if (kind === 'folder') mkdirSync(path)
    if (kind === 'socket') onTestFinished(await listenAt(path))
    await expect(readBytes(path)).rejects.toThrow(path)
  })

  it('reads a byte more than the limit of a larger file', async () => {
    const path = join(aFolder(), 'file')
    writeFileSync(path, '')
    truncateSync(path, 3_000_000_000)
    expect(await readBytes(path)).toHaveLength(1_000_001)
  })
})

describe('replaceIfUnchanged', () => {
  it('keeps the mode of a file, and a link to it', async () => {
    const folder = aFolder()
    const [file, link] = [join(folder, 'real'), join(folder, 'link')]
    writeFileSync(file, 'old')
    chmodSync(file, 0o640)
    symlinkSync(file, link)
    expect(await replaceIfUnchanged(link, 'old', 'new')).toBe(true)
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['new', 0o640])
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(readdirSync(folder).sort()).toEqual(['link', 'real'])
  })

  it('replaces a file that has the text from before, and no other', async () => {
    const file = join(aFolder(), 'file')
    writeFileSync(file, 'saved')
    expect(await replaceIfUnchanged(file, 'old', 'new')).toBe(false)
    expect(readFileSync(file, 'utf8')).toBe('saved')
    expect(await replaceIfUnchanged(file, 'saved', 'new')).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe('new')
  })

  it('makes a file where there was none, and replaces none that came meanwhile', async () => {
    const folder = aFolder()
    expect(await replaceIfUnchanged(join(folder, 'file'), null, 'new')).toBe(true)
    expect(await replaceIfUnchanged(join(folder, 'file'), null, 'newer')).toBe(false)
    expect([readdirSync(folder), readFileSync(join(folder, 'file'), 'utf8')]).toEqual([['file'], 'new'])
  })
})

describe('a link that leads nowhere', () => {
  it.each([
    ['read', (link: string) => readBytes(link)],
    ['replaced', (link: string) => replaceIfUnchanged(link, 'old', 'new')],
  ])('is not %s, and is named', async (_what, use) => {
    const folder = aFolder()
    const link = join(folder, 'link')
    symlinkSync(join(folder, 'gone'), link)
    await expect(use(link)).rejects.toThrow(`${link} is a link that leads nowhere.`)
    expect(readdirSync(folder)).toEqual(['link'])
  })
})

describe('findCourseFiles', () => {
  it('finds the files of a folder by the ids of their courses, and nothing else', async () => {
    const folder = aFolder()
    for (const name of [
      'course-100.yaml',
      'course-9.yaml',
      'course-x.yaml',
      'course-8.yml',
      'course-01.yaml',
      'notes.md',
    ])
      writeFileSync(join(folder, name), '')
    const found = await findCourseFiles(folder, '.')
    expect(found?.map(({ name }) => name)).toEqual(['course-9.yaml', 'course-100.yaml'])
    expect(await findCourseFiles(folder, 'notes.md')).toBe(null)
  })
})

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function listenAt(path: string): Promise<() => void> {
  const server = createServer()
  await once(server.listen(path), 'listening')
  return () => void server.close()
}
