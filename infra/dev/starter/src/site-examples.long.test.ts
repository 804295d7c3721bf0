import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { demoTokenOf } from './map.ts'
import { freePortBase, spawnStandIn, stateRootForTest, untilReady } from './stand-in/spawn-stand-in.ts'
const missing = ['curl', 'jq', 'python3'].filter((program) => !has(program))

describe.skipIf(missing.length > 0)(
  `the examples of the documentation${missing.length === 0 ? '' : ` (left out: ${missing.join(', ')} not installed)`}`,
  { timeout: 300_000 },
  () => {
    it('have the types that they say', () => {
      const tsc = resolve(examples, '../../node_modules/.bin/tsc')
      expect(spawnSync(tsc, ['-p', examples], { encoding: 'utf8' })).toMatchObject({ status: 0, stdout: '' })
    })

    it('work against the product in every language, the job twice, and the tutorial as it is pasted', async () => {
      const run = await startForExamples()
      for (const ending of ['sh', 'py', 'ts']) {
        expect(run(`get-course-settings.${ending}`)).toEqual({
          status: 0,
          output: expect.stringContaining('Programming 1'),
        })
        expect(run(`put-course-settings.${ending}`)).toEqual({ status: 0, output: expect.stringContaining('revision') })
        expect(run(`get-open-api-document.${ending}`).status).toBe(0)
        // An example that asks for what is not there fails, and would fail here.
        expect(run(`get-course-settings.${ending}`, [], { COURSE_ID: '999' }).status).not.toBe(0)
      }
      expect(run('add_grader.py', ['103', 'fi'])).toEqual({
        status: 0,
        output: expect.stringMatching(/103 grades in fi as of revision \d+/),
      })
      expect(run('add_grader.py', ['103', 'fi'])).toEqual({ status: 0, output: 'user 103 already grades in fi\n' })
      // What the examples promise about mistakes: a person who is no staff, a wrong token, an address where nothing is.
      expect(run('add_grader.py', ['201', 'fi'])).toEqual({ status: 1, output: expect.stringContaining('not_staff') })
      expect(run('put-course-settings.py', [], { API_TOKEN: 'wrong' }).status).toBe(1)
      expect(run('get-course-settings.sh', [], { API_TOKEN: 'wrong' })).toEqual({
        status: 22,
        output: expect.stringContaining('invalid_token'),
      })
      expect(run('add_grader.py', ['103'])).toEqual({ status: 64, output: expect.stringContaining('usage:') })
      expectTutorial(run)
    })
  },
)

const examples = resolve(import.meta.dirname, '../../../../docs/examples')
const teacher = demoTokenOf(101)
/** Programs of the examples, by the ending of the file. */
const programs: Readonly<Record<string, string>> = { sh: 'bash', py: 'python3', ts: process.execPath }

function has(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0
}

interface Run {
  readonly status: number | null
  readonly output: string
}

/** Starts the product as `npm start` does, and gives what runs an example in an empty folder. */
async function startForExamples(): Promise<(file: string, args?: readonly string[], env?: NodeJS.ProcessEnv) => Run> {
  const portBase = await freePortBase()
  const starter = spawnStandIn({
    stateRoot: stateRootForTest(),
    portBase,
    entry: 'product.ts',
  })
  await untilReady(starter)
  const folder = mkdtempSync(join(tmpdir(), 'examples-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'token'), `${teacher}\n`, { mode: 0o600 })
  const own = {
    BASE_URL: `http://127.0.0.1:${portBase}`,
    COURSE_ID: '11',
    API_TOKEN: teacher,
    API_TOKEN_FILE: join(folder, 'token'),
  }
  return (file, args = [], env = {}) => {
    const { status, stdout, stderr } = spawnSync(
      programs[file.split('.').at(-1)!]!,
      [resolve(examples, file), ...args],
      {
        cwd: folder,
        env: { PATH: process.env['PATH'], ...own, ...env },
        encoding: 'utf8',
        timeout: 60_000,
      },
    )
    return { status, output: `${stdout}${stderr}` }
  }
}

/** The steps of the tutorial print what their comments promise, pasted one after the other. */
function expectTutorial(run: Awaited<ReturnType<typeof startForExamples>>): void {
  const steps = ['1-token', '2-read', '3-change', '4-conflict', '5-mistake'].map((name) =>
    readFileSync(join(examples, 'tutorial', `${name}.sh`), 'utf8'),
  )
  const promised = steps.join('\n').match(/(?<=# )\d{3}/g)
  expect(promised).toEqual(['200', '412', '400'])
  const pasted = steps.join('\n').replaceAll(/^export BASE_URL=.*$/gm, '')
  const folder = mkdtempSync(join(tmpdir(), 'tutorial-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'pasted.sh'), pasted)
  const { output } = run(join(folder, 'pasted.sh'))
  expect(output.match(/^\d{3}$/gm)).toEqual(promised)
  expect(output).toContain('no-such-tag')
}
