// Adds up the reports of all test runs: `N passed, N failed`. A part that failed with no failed test of its own (types,
// lint, a run that never came to its tests) counts as one failure.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const [reportDir, brokenParts] = process.argv.slice(2)
const reports = readdirSync(reportDir).map((name) => JSON.parse(readFileSync(join(reportDir, name), 'utf8')))

let passed = 0
let failed = 0
for (const report of reports) {
  passed += report.numPassedTests
  const unrun = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  failed += report.numFailedTests + unrun.length
}
if (failed === 0 && (Number(brokenParts) > 0 || passed === 0)) failed = 1

process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
