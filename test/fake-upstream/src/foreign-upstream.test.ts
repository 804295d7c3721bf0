import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leftOutOfForeign } from './conformance/left-out-of-foreign.ts'
import type { FakeUpstream } from './fake-upstream.ts'
import { startFakeUpstream } from './start-fake-upstream.ts'

interface JsonFile {
  readonly name: string
  readonly startTime: number
  readonly endTime: number
  readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
}

const checkout = join(import.meta.dirname, '../../..')
/** Variables of the run that this test is part of, which its child run must not inherit. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'DATABASE_URL']

/** All variables of the README's table, for the demo world. */
function variablesFor({ url, world, submissionUrl }: FakeUpstream): Record<string, string> {
  const { id } = world.addSubmission({ exerciseId: 1103, submitterIds: [201] })
  return {
    UPSTREAM_UNDER_TEST: url,
    UPSTREAM_TEACHER_TOKEN: world.tokenOf(101),
    UPSTREAM_ASSISTANT_TOKEN: world.tokenOf(103),
    UPSTREAM_STUDENT_TOKEN: world.tokenOf(201),
    UPSTREAM_OUTSIDER_TOKEN: world.tokenOf(105),
    UPSTREAM_COURSE_ID: '11',
    UPSTREAM_OTHER_COURSE_ID: '13',
    UPSTREAM_EXERCISE_ID: '1103',
    UPSTREAM_SUBMISSION_ID: '3001',
    UPSTREAM_SUBMISSION_URL: submissionUrl(id),
    UPSTREAM_ALLOW_WRITES: '1',
  }
}

/** Runs the facts as the README says, and returns what vitest reports of each file. */
async function tryFacts(variables: Readonly<Record<string, string>>): Promise<JsonFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foreign-upstream-'))
  const report = join(folder, 'report.json')
  const kept = Object.entries(process.env).filter(([name]) => inherited.includes(name))
  const env = { ...Object.fromEntries(kept), ...variables }
  const args = [
    'run',
    '--root',
    checkout,
    '--project',
    '@course-grading/fake-upstream',
    'src/conformance/',
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  try {
    const output = await new Promise<string>((resolve) => {
      const vitest = join(checkout, 'node_modules/vitest/vitest.mjs')
      execFile(process.execPath, [vitest, ...args], { cwd: checkout, env, maxBuffer: 2 ** 26 }, (_error, out, err) => {
        resolve(out + err)
      })
    })
    try {
      return (JSON.parse(readFileSync(report, 'utf8')) as { testResults: JsonFile[] }).testResults
    } catch (error) {
      throw new Error(`vitest wrote no report:\n${output}`, { cause: error })
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// In a run against an A+ that is given, only the facts themselves are wanted.
const pointed = process.env['UPSTREAM_UNDER_TEST'] !== undefined

describe.skipIf(pointed)(`the facts about a foreign A+${pointed ? ' (left out: an A+ is given)' : ''}`, () => {
  let upstream: FakeUpstream
  let files: JsonFile[]
  const factsThat = (wanted: string): Record<string, string[]> =>
    Object.fromEntries(
      files
        .map(
          ({ name, assertionResults }) =>
            [
              basename(name, '.test.ts'),
              assertionResults.filter(({ status }) => status === wanted).map(({ title }) => title),
            ] as const,
        )
        .filter(([, titles]) => titles.length > 0),
    )

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    files = await tryFacts(variablesFor(upstream))
  })

  afterAll(() => upstream.close())

  it('hold for a simulator of which only the URL and tokens are known', () => {
    expect(factsThat('failed')).toEqual({})
    expect(Object.values(factsThat('passed')).flat().length).toBeGreaterThan(200)
  })

  it("are tried but for those that need the simulator's own state", () => {
    const reason = ' (left out: needs the simulator (a fact that needs its own state))'
    const named = Object.entries(leftOutOfForeign).map(
      ([file, titles]) => [file, titles.map((title) => title + reason)] as const,
    )
    expect(factsThat('skipped')).toEqual(Object.fromEntries(named))
  })

  it('are tried file by file, since several grade the one submission that is given', () => {
    const inOrder = files.toSorted((a, b) => a.startTime - b.startTime)
    const overlaps = inOrder
      .filter(({ startTime }, at) => startTime < (inOrder[at - 1]?.endTime ?? 0))
      .map(({ name }) => name)
    expect(overlaps).toEqual([])
  })
})
