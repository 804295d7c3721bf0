import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished } from 'vitest'
import { itOfService as it } from '../course-settings.fixture.ts'

describe('course-settings pull', () => {
  it('writes a file that apply finds nothing to change in, and the document last seen', async ({ desk, settings }) => {
    expect(await desk.course('pull', '11')).toMatchObject({ exitCode: 0 })
    expect(desk.read()).toMatch(/^# yaml-language-server: \$schema=\.course-settings\/schema\.json\n/)
    expect(JSON.parse(desk.read('.course-settings/11.json'))).toMatchObject(await settings())
    expect(await desk.course('apply')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Nothing to apply'),
    })
  })

  it('has the fields in the order of the contract, and what is read-only as comments', async ({ desk }) => {
    await desk.course('pull', '11')
    const names = [...desk.read().matchAll(/^(?:# )?(\w+):/gm)].map(([, name]) => name)
    expect(names.join(' ')).toBe(
      'revision schemaVersion courseId slug name languages highlightLanguages courseConfigUrl templates listed ' +
        'visibleTagSlugs graders manualGradingExercises tags ltiLoginUrl',
    )
    expect(desk.read()).toContain('#   group-a  "Group A"')
  })

  it('brings the changes of others into a file, keeps its edits, and changes no other byte', async ({
    desk,
    colleague,
  }) => {
    await desk.course('pull', '11')
    desk.edit('listed: true', 'listed: false   # not yet')
    const before = desk.read()
    await colleague({
      name: 'Theirs',
      graders: [
        { userId: 103, languages: ['fi', 'en'] },
        { userId: 102, languages: ['en'] },
      ],
    })
    expect(await desk.course('pull', '11')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('"Theirs"') })
    expect(desk.read()).toBe(
      before
        .replace('name: Programming 1', 'name: Theirs')
        .replace('    languages: [fi]\n    gradingTags: [group-a]\n', '    languages: [en]\n'),
    )
    expect(await desk.course('diff')).toMatchObject({
      exitCode: 2,
      stdout: expect.stringMatching(/1 change to apply[^]*listed/),
    })
  })

  it('writes nothing if the same path was changed on both sides', async ({ desk, colleague }) => {
    await desk.course('pull', '11')
    desk.edit('name: Programming 1', 'name: Mine')
    const [file, seen] = [desk.read(), desk.read('.course-settings/11.json')]
    await colleague({ name: 'Theirs', listed: false })
    expect(await desk.course('pull', '11')).toMatchObject({
      exitCode: 3,
      stdout: expect.stringMatching(/"Mine"[^]*"Theirs"/),
    })
    expect([desk.read(), desk.read('.course-settings/11.json')]).toEqual([file, seen])
  })

  it('takes a conflict for settled once the file has their value', async ({ desk, colleague }) => {
    await desk.course('pull', '11')
    desk.edit('name: Programming 1', 'name: Mine')
    await colleague({ name: 'Theirs' })
    desk.edit('name: Mine', 'name: Theirs')
    expect(await desk.course('pull', '11')).toMatchObject({ exitCode: 0 })
    desk.edit('name: Theirs', 'name: Mine')
    expect(await desk.course('apply')).toMatchObject({ exitCode: 0 })
  })

  it('goes on with the next course where one is refused, and ends with the worst code', async ({ desk }) => {
    const { exitCode, stdout, stderr } = await desk.course('pull', '13', '11')
    expect({ exitCode, stdout }).toEqual({ exitCode: 5, stdout: expect.stringContaining('course-11.yaml: Written') })
    expect(stderr).toMatch(/^course-13\.yaml: forbidden/)
    desk.write(desk.read(), 'course-13.yaml')
    expect(await desk.course('diff', '--json', '.')).toMatchObject({
      exitCode: 5,
      stdout: expect.stringMatching(/"courseId": 11[^]*"courseId": 13/),
    })
  })

  it('says that a course is not there, and which token was sent', async ({ desk }) => {
    const { exitCode, stderr } = await desk.course('pull', '999')
    expect({ exitCode, stderr }).toEqual({ exitCode: 5, stderr: expect.stringMatching(/forbidden|not_found/) })
    expect(stderr).toContain('COURSE_SETTINGS_TOKEN')
  })
})

describe('what course-settings keeps beside a file', () => {
  it.for(['', '11.json', '11.begun.json', '11.lock', 'schema.json'])(
    'is not written through a link that a repository brings: .course-settings/%s',
    async (name, { desk }) => {
      const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'))
      onTestFinished(() => rmSync(elsewhere, { recursive: true }))
      writeFileSync(join(elsewhere, 'theirs'), '{}')
      const link = join(desk.folder, '.course-settings', name)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(name === '' ? elsewhere : join(elsewhere, 'theirs'), link.replace(/\/$/, ''))
      expect(await desk.course('pull', '11')).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('a link to'),
      })
      expect([readdirSync(elsewhere), readFileSync(join(elsewhere, 'theirs'), 'utf8')]).toEqual([['theirs'], '{}'])
    },
  )
})
