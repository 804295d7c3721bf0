import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Defect } from './defect.ts'
import { checkout, type TreeCopy } from './tree-copy.ts'

interface JsonReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[]
      readonly title: string
      readonly status: string
    }[]
  }[]
}

const vitest = join(checkout, 'node_modules/vitest/vitest.mjs')
const timeLimitMs = 1_200_000
/** Variables of the surrounding run, such as its database server, are not passed on. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'DATABASE_URL', 'UNPACKED_LIBRARIES']

/**
 * Runs a test in the copy. Returns the full names of the tests that ran and failed; a failure without any test, such as a file
 * that cannot be loaded, is only in `output`.
 */
export async function failedTests({ root }: TreeCopy, { file, test }: Defect['caughtBy']) {
  const folder = mkdtempSync(join(tmpdir(), 'seeded-defects-report-'))
  const report = join(folder, 'report.json')
  try {
    const output = await run(
      [vitest, 'run', file, '-t', `^${RegExp.escape(test)}`, '--root', root, '--reporter=json', '--outputFile', report],
      root,
    )
    const failed = readReport(report, output)
      .testResults.flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
      .map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(' > '))
    return { failed, output }
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
function run(args: readonly string[], cwd: string): Promise<string> {
  const env = Object.fromEntries(
    inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env, timeout: timeLimitMs, maxBuffer: 2 ** 26 }, (_error, out, err) =>
      resolve(out + err),
    )
  })
}
