import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoTokenOf } from '@course-grading/test-fake-upstream'
import { describe, expect, it } from 'vitest'
import { exitCodes, worstOf } from '../commands/exit-codes.ts'
import { itOfService, openDesk } from '../course-settings.fixture.ts'
import { helpOf } from './help.ts'
import { faultLines } from './report.ts'

const nowhere = 'http://127.0.0.1:9'
const token = demoTokenOf(101)

describe('course-settings', () => {
  it.each(Object.keys(helpOf))('has help of %s, in 80 columns, with every exit code', async (command) => {
    const { exitCode, stdout } = await openDesk({ url: nowhere }).course(command, '--help')
    expect(exitCode).toBe(0)
    for (const { code, meaning } of exitCodes) expect(stdout).toContain(`  ${code} `.padEnd(6) + meaning)
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  it('says in the help where the token comes from, and not what it is', async () => {
    const desk = openDesk({ url: nowhere, token })
    const { stdout } = await desk.course('--help')
    expect(stdout).toContain('COURSE_SETTINGS_TOKEN, which is set')
    expect((await desk.course('apply', '--token-file', 'secret', '--help')).stdout).toContain(
      'the file of --token-file',
    )
    expect(stdout).not.toContain(token)
  })

  it('has a version', async () => {
    expect(await openDesk({ url: nowhere }).course('--version')).toMatchObject({ exitCode: 0, stdout: '0.1.0\n' })
  })

  it.each([
    { what: 'no command', args: [], said: 'usage:' },
    { what: 'another command', args: ['push'], said: 'no such command' },
    { what: 'no course', args: ['pull'], said: 'id of a course' },
    { what: 'what is no id', args: ['pull', '011'], said: 'id of a course' },
    { what: 'a file that is not there', args: ['apply', 'course-5.yaml'], said: 'Argument 1' },
    { what: 'a folder without files', args: ['apply'], said: 'no file course-<id>.yaml' },
    { what: 'an option of another command', args: ['diff', '--merge'], said: '--merge is not an option' },
    { what: 'an option without its value', args: ['diff', '--url'], said: '--url needs a value' },
    { what: 'a value of an option that takes none', args: ['apply', '--merge=yes'], said: '--merge takes no value' },
    { what: 'http beyond this machine', args: ['pull', '11', '--url', 'http://grading.example.org'], said: 'https' },
    {
      what: 'an address with a user',
      args: ['pull', '11', '--url', 'https://me@grading.example.org'],
      said: 'no user',
    },
    { what: 'what is no address', args: ['pull', '11', '--url', 'grading'], said: 'not one of https' },
    {
      what: 'a token file without an end',
      args: ['pull', '11', '--token-file', '/dev/zero'],
      said: 'not a regular file',
    },
    { what: 'a token file that is not there', args: ['pull', '11', '--token-file', 'x'], said: 'no token' },
  ])('ends with 64 at $what, and says so', async ({ args, said }) => {
    const { exitCode, stdout, stderr } = await openDesk({ url: nowhere }).course(...args)
    expect({ exitCode, stdout }).toEqual({ exitCode: 64, stdout: '' })
    expect(stderr).toContain(said)
  })

  it('says with --json on stdout, too, what is wrong with the usage', async () => {
    const { exitCode, stdout } = await openDesk({ url: nowhere }).course('pull', 'x', '--json', '--force')
    expect({ exitCode, stdout: JSON.parse(stdout) as unknown }).toEqual({
      exitCode: 64,
      stdout: {
        exitCode: 64,
        problems: ['--force is not an option here.', expect.stringContaining('id of a course')],
      },
    })
  })

  it('names every problem of the usage at once', async () => {
    const { stderr } = await openDesk({ url: '', token: '' }).course('apply', '--force', '--json=1', 'nothing')
    expect(stderr.match(/^course-settings: /gm)).toHaveLength(5)
  })

  it.each([[['--token', token]], [[`--token=${token}`]], [[token]], [['--url', token]], [[`-t${token}`]]])(
    'never repeats a token that was given as an argument: %#',
    async (args) => {
      for (const command of ['pull', 'apply', 'validate', 'schema']) {
        const { exitCode, stdout, stderr } = await openDesk({ url: nowhere }).course(command, ...args)
        expect({ exitCode, isRepeated: (stdout + stderr).includes(token) }).toEqual({ exitCode: 64, isRepeated: false })
      }
    },
  )

  it('takes the worst of several exit codes, in the order of the table', () => {
    expect([
      worstOf([0, 2]),
      worstOf([2, 3]),
      worstOf([3, 4]),
      worstOf([4, 5]),
      worstOf([5, 1]),
      worstOf([1, 64]),
      worstOf([]),
    ]).toEqual([2, 3, 4, 5, 1, 64, 0])
  })
})

describe('what course-settings prints', () => {
  itOfService('is coloured on a terminal, and nowhere else', async ({ desk, service }) => {
    await desk.course('pull', '11')
    const changed = desk.read().replace('listed: true', 'listed: false')
    const seen = desk.read('.course-settings/11.json')
    const outputs = await Promise.all(
      [{ isTTY: true }, { isTTY: true, env: { noColor: '1' } }, { isTTY: false }].map(async (terminal) => {
        const other = openDesk({ url: service, ...terminal })
        await other.course('pull', '11')
        other.write(changed)
        other.write(seen, '.course-settings/11.json')
        return (await other.course('diff')).stdout
      }),
    )
    expect(outputs.map((text) => text.includes('\u001B['))).toEqual([true, false, false])
    expect(outputs[2]).toBe(
      'course-11.yaml: 1 change to apply.\n  Of the file:\n    $.listed\n      - true\n      + false\n',
    )
  })

  itOfService('lets no text of others command the terminal', async ({ desk, colleague }) => {
    await desk.course('pull', '11')
    await colleague({
      templates: { automaticExtensions: true, extensions: [], excludedPathSegments: ['\u001B[2J\u009B2J\u202Ex'] },
    })
    const { stdout } = await desk.course('apply')
    expect(stdout).toContain('\\u001b[2J')
    expect(['\u001B', '\u009B', '\u202E'].filter((each) => stdout.includes(each))).toEqual([])
  })

  it('is escaped in faults, too', () => {
    const file = { courseId: 11, name: 'course-11.yaml', path: '' }
    const faults = [{ line: 1, column: 2, code: 'invalid_value', message: 'No tag "\u001B[2J".' }]
    expect(faultLines({ file, exitCode: 4, message: '', faults })).toEqual([
      'course-11.yaml:1:2: invalid_value: No tag "\\u001b[2J".',
    ])
  })

  itOfService('is one JSON document with --json', async ({ desk, colleague }) => {
    await desk.course('pull', '11')
    desk.edit('name: Programming 1', 'name: Mine')
    await colleague({ name: 'Theirs' })
    const { exitCode, stdout } = await desk.course('apply', '--json')
    expect(exitCode).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({
      exitCode: 3,
      courses: [
        { file: 'course-11.yaml', courseId: 11, conflicts: [{ path: '$.name', file: 'Mine', service: 'Theirs' }] },
      ],
    })
  })

  itOfService('is the faults of a file on stderr, each with its line and column', async ({ desk }) => {
    await desk.course('pull', '11')
    desk.edit('listed: true', 'listed: maybe')
    desk.edit('languages: [fi, en]', 'languages: [fi, fi]')
    const { exitCode, stdout, stderr } = await desk.course('validate')
    expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' })
    expect(stderr).toMatch(
      /^course-11\.yaml:\d+:17: duplicate \$\.languages\[1\]: .*\ncourse-11\.yaml:\d+:9: invalid_type \$\.listed/,
    )
  })

  itOfService('has the token of a file, of which the line break does not count', async ({ desk, service }) => {
    writeFileSync(join(desk.folder, 'token'), `${token}\n`)
    const other = openDesk({ url: service, token: 'x' })
    expect(await other.course('pull', '11', '--token-file', join(desk.folder, 'token'))).toMatchObject({ exitCode: 0 })
    expect(await other.course('diff')).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('invalid_token') })
  })

  itOfService('has options for scripts', async ({ desk, settings }) => {
    await desk.course('pull', '11')
    desk.edit('listed: true', 'listed: false')
    expect(await desk.course('diff', '--no-exit-code')).toMatchObject({ exitCode: 0 })
    expect(await desk.course('apply', '--dry-run')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Would apply'),
    })
    expect(await settings()).toMatchObject({ listed: true })
  })
})
