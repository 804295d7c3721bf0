// Adds up the reports of all test runs: `N passed, N failed`. A file that failed without a failed test (it did not
// load, it left something behind) counts as one failure, and so do parts that failed with no failed test at all (types, lint).
// What failed is named above that line, because the output of the tests is far longer than what a reader keeps.
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import process from 'node:process'

const [reportDir, ...brokenParts] = process.argv.slice(2)
const reports = readdirSync(reportDir).map((name) => JSON.parse(readFileSync(join(reportDir, name), 'utf8')))

/** The first lines of a failure's message are enough to know it by; the whole stands in the output of the tests. */
const LINES_OF_A_MESSAGE = 6

/** Prints a failed file or test with the start of its message. */
function name(file, title, message) {
  const start = message.split('\n').slice(0, LINES_OF_A_MESSAGE).join('\n    ')
  process.stdout.write(`FAILED ${relative(process.cwd(), file)}${title && ` > ${title}`}\n    ${start}\n`)
}

let passed = 0
let failed = 0
for (const report of reports) {
  passed += report.numPassedTests
  const failedByItself = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  failed += report.numFailedTests + failedByItself.length
  for (const file of failedByItself) name(file.name, '', file.message)
  for (const { name: file, assertionResults } of report.testResults) {
    for (const test of assertionResults.filter(({ status }) => status === 'failed')) {
      name(file, test.fullName, test.failureMessages.join('\n'))
    }
  }
}
for (const part of brokenParts) process.stdout.write(`FAILED ${part}\n`)
if (failed === 0 && (brokenParts.length > 0 || passed === 0)) failed = 1

process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
