import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Catcher } from './defect.ts'
import { checkout, type TreeCopy } from './tree-copy.ts'

/** Full names of the tests that ran to their end. A failure without any test is only in `output`. */
export interface SuiteRun {
  readonly passed: readonly string[]
  readonly failed: readonly string[]
  readonly output: string
}

interface JsonResult {
  readonly ancestorTitles: readonly string[]
  readonly title: string
  readonly status: string
}

interface JsonReport {
  readonly testResults: readonly { readonly assertionResults: readonly JsonResult[] }[]
}

const vitest = join(checkout, 'node_modules/vitest/vitest.mjs')
const timeLimitMs = 1_200_000
/** Variables of the surrounding run, such as its database server, are not passed on. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'DATABASE_URL', 'UNPACKED_LIBRARIES']

/** Tests that may run together: those of one file with the same environment variables. */
export interface Suite {
  readonly file: string
  readonly catchers: readonly Catcher[]
}

export function suitesOf(catchers: readonly Catcher[]): Suite[] {
  return [...Map.groupBy(catchers, ({ file, env }) => JSON.stringify([file, env])).values()].map((together) => ({
    file: together[0]!.file,
    catchers: together,
  }))
}

export async function runSuite({ root }: TreeCopy, { file, catchers }: Suite): Promise<SuiteRun> {
  const folder = mkdtempSync(join(tmpdir(), 'seeded-defects-report-'))
  const report = join(folder, 'report.json')
  const projects = [...new Set(catchers.map(({ project }) => `--project=@course-grading/${project}`))]
  const named = catchers.some(({ withItsFile }) => withItsFile)
    ? []
    : ['-t', `^(?:${catchers.map(({ test }) => RegExp.escape(test)).join('|')})`]
  try {
    const output = await run(
      [vitest, 'run', '--root', root, ...projects, file, ...named, '--reporter=json', `--outputFile=${report}`],
      root,
      catchers[0]?.env,
    )
    const { testResults } = readReport(report, output)
    const namesOf = (wanted: string): string[] =>
      testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status }) => status === wanted)
        .map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(' > '))
    return { passed: namesOf('passed'), failed: namesOf('failed'), output }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readReport(path: string, output: string): JsonReport {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as JsonReport
  } catch (error) {
    throw new Error(`vitest wrote no report:\n${output}`, { cause: error })
  }
}

/** A run with failures exits with 1. Its report has all details. */
function run(args: readonly string[], cwd: string, own: Catcher['env'] = {}): Promise<string> {
  const env = {
    ...Object.fromEntries(
      inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    ),
    ...own,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env, timeout: timeLimitMs, maxBuffer: 2 ** 26 }, (_error, out, err) =>
      resolve(out + err),
    )
  })
}
