import { describe, expect } from 'vitest'
import { itOfService as it } from '../course-settings.fixture.ts'

describe('course-settings apply', () => {
  it('writes what was changed in the file, and keeps the document that the service has now', async ({
    desk,
    settings,
  }) => {
    await desk.course('pull', '11')
    desk.edit('listed: true', 'listed: false')
    expect(await desk.course('apply')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('1 change') })
    expect(await settings()).toMatchObject({ listed: false })
    expect(JSON.parse(desk.read('.course-settings/11.json'))).toMatchObject({ listed: false })
  })

  it('leaves what only somebody else changed, and says so', async ({ desk, colleague, settings }) => {
    await desk.course('pull', '11')
    await colleague({ name: 'Theirs' })
    expect(await desk.course('apply')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('"Theirs"') })
    expect(await desk.course('apply', '--exit-code')).toMatchObject({ exitCode: 2 })
    expect(await settings()).toMatchObject({ name: 'Theirs' })
  })

  it('writes nothing without --merge if both changed different paths', async ({ desk, colleague, settings }) => {
    await desk.course('pull', '11')
    desk.edit('listed: true', 'listed: false')
    await colleague({ name: 'Theirs' })
    expect(await desk.course('apply')).toMatchObject({
      exitCode: 3,
      stdout: expect.stringMatching(/\$\.listed[^]*\$\.name/),
    })
    expect(await settings()).toMatchObject({ name: 'Theirs', listed: true })
  })

  it('writes both with --merge, into the file too', async ({ desk, colleague, settings }) => {
    await desk.course('pull', '11')
    desk.edit('listed: true', 'listed: false # mine')
    await colleague({ name: 'Theirs' })
    const before = desk.read()
    expect(await desk.course('apply', '--merge')).toMatchObject({ exitCode: 0 })
    expect(desk.read()).toBe(before.replace('name: Programming 1', 'name: Theirs'))
    expect(await settings()).toMatchObject({ name: 'Theirs', listed: false })
    expect(await desk.course('diff')).toMatchObject({ exitCode: 0 })
  })

  it('shows both values of a path that both changed, and writes nothing, even with --merge', async ({
    desk,
    colleague,
    settings,
  }) => {
    await desk.course('pull', '11')
    desk.edit('name: Programming 1', 'name: Mine')
    await colleague({ name: 'Theirs' })
    const { exitCode, stdout } = await desk.course('apply', '--merge')
    expect({ exitCode, stdout }).toEqual({
      exitCode: 3,
      stdout: expect.stringMatching(/\$\.name[^]*"Mine"[^]*"Theirs"/),
    })
    expect(await settings()).toMatchObject({ name: 'Theirs' })
  })

  it('takes the same value on both sides for no conflict', async ({ desk, colleague }) => {
    await desk.course('pull', '11')
    desk.edit('name: Programming 1', 'name: Ours')
    await colleague({ name: 'Ours' })
    expect(await desk.course('apply')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Nothing to apply'),
    })
  })
})
