// Adds up the reports of all test runs: `N passed, N failed`. A file that failed without a failed test (it did not
// load, it left something behind) counts as one failure, and so do parts that failed with no failed test at all (types, lint).
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const [reportDir, brokenParts] = process.argv.slice(2)
const reports = readdirSync(reportDir).map((name) => JSON.parse(readFileSync(join(reportDir, name), 'utf8')))

let passed = 0
let failed = 0
for (const report of reports) {
  passed += report.numPassedTests
  const failedByItself = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  failed += report.numFailedTests + failedByItself.length
}
if (failed === 0 && (Number(brokenParts) > 0 || passed === 0)) failed = 1

process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
