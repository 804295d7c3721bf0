import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { itOfService } from '../course-settings.fixture.ts'

describe.for([
  { what: 'without a document last seen', seen: null },
  { what: 'with one of another course', seen: (text: string) => text.replace('"courseId": 11', '"courseId": 13') },
  { what: 'with one that git has merged into nonsense', seen: (text: string) => `<<<<<<< HEAD\n${text}` },
])('course-settings $what', ({ seen }) => {
  it('applies nothing where there are differences, unless asked to overwrite', async ({ lose, settings }) => {
    const lost = await lose(seen)
    lost.edit('listed: true', 'listed: false')
    expect(await lost.course('apply', '--merge')).toMatchObject({
      exitCode: 3,
      stdout: expect.stringContaining('--overwrite'),
    })
    expect(await settings()).toMatchObject({ listed: true })
    expect(await lost.course('apply', '--overwrite')).toMatchObject({ exitCode: 0 })
    expect(await settings()).toMatchObject({ listed: false })
  })

  it('shows all differences as those of the file', async ({ lose }) => {
    const lost = await lose(seen)
    lost.edit('listed: true', 'listed: false')
    expect(await lost.course('diff')).toMatchObject({
      exitCode: 2,
      stdout: expect.stringContaining('nobody knows who'),
    })
  })

  it('knows it again once file and service agree', async ({ lose, colleague }) => {
    const lost = await lose(seen)
    expect(await lost.course('apply')).toMatchObject({ exitCode: 0 })
    await colleague({ name: 'Theirs' })
    expect(await lost.course('apply')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Theirs') })
  })
})

describe('course-settings apply --overwrite', () => {
  it('overwrites no conflict where there is a document last seen', async ({ desk, colleague }) => {
    await desk.course('pull', '11')
    desk.edit('name: Programming 1', 'name: Mine')
    await colleague({ name: 'Theirs' })
    expect(await desk.course('apply', '--overwrite')).toMatchObject({ exitCode: 3 })
  })
})

describe('a document last seen of more than 4 MB', () => {
  it('is refused by its name, and not taken for none', async ({ lose }) => {
    const desk = await lose((text) => text + ' '.repeat(4_000_000))
    expect(await desk.course('apply', '--overwrite')).toMatchObject({
      stderr: expect.stringMatching(/11\.json is too large/),
    })
  })
})

/** After a pull, replaces the document last seen, or removes it. */
const it = itOfService.extend('lose', ({ desk }) => async (seen: ((text: string) => string) | null) => {
  await desk.course('pull', '11')
  const path = join(desk.folder, '.course-settings/11.json')
  if (seen === null) rmSync(path)
  else writeFileSync(path, seen(desk.read('.course-settings/11.json')))
  return desk
})
