// What `npm test` does: the checks, and in one run the tests of all packages of which something changed since they last passed. What
// passed is noted by the hash that turbo computes of a package's inputs (`turbo.json`). `--force` runs all.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './run-part.mjs'

const { force } = parseArgs({ options: { force: { type: 'boolean', default: false } } }).values
const notes = join(root, 'node_modules/.cache/tests/passed.json')

const noted = readNotes()
const tasks = tasksNow()
const due = tasks.filter(({ taskId, hash }) => force || noted[taskId] !== hash)
const tests = due.filter(({ task }) => task === 'test')
process.stdout.write(`${due.length} of ${tasks.length} tasks have to run; the others passed before.\n`)
const [checked, tested] = await Promise.all([
  due.some(({ task }) => task === 'check') ? run('node', ['infra/dev/checks/check.mjs']) : true,
  tests.length === 0 ? [] : runTests(tests),
])
const passed = due.filter(({ task, taskId }) => (task === 'check' ? checked : tested.includes(taskId)))
note(passed)
for (const { taskId } of due.filter((each) => !passed.includes(each))) process.stdout.write(`${taskId}: FAILED\n`)
process.exitCode = passed.length === due.length ? 0 : 1

function readNotes() {
  try {
    return JSON.parse(readFileSync(notes, 'utf8'))
  } catch {
    return {}
  }
}

function note(passedNow) {
  mkdirSync(dirname(notes), { recursive: true })
  const now = Object.fromEntries(tasks.map(({ taskId }) => [taskId, noted[taskId]]))
  for (const { taskId, hash } of passedNow) now[taskId] = hash
  writeFileSync(notes, JSON.stringify(now, null, 2))
}

/** Every task of turbo that has a command, with the hash of its inputs. */
function tasksNow() {
  const turbo = join(root, 'node_modules/.bin/turbo')
  const plan = execFileSync(turbo, ['run', 'check', 'test', '--dry=json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(plan.slice(plan.indexOf('{'))).tasks.filter(
    ({ task, command }) => ['check', 'test'].includes(task) && command !== '<NONEXISTENT>',
  )
}

/** Resolves with the ids of the tasks whose tests all passed. */
async function runTests(wanted) {
  const reports = process.env['TEST_REPORT_DIR'] ?? mkdtempSync(join(tmpdir(), 'reports-'))
  const before = new Set(readdirSync(reports))
  const projects = wanted.map(({ package: name }) => `--project=${name}`)
  // Some of the time is waited for processes and limits, so that two processors have time for three files. With four, more is loaded.
  const workers = `--maxWorkers=${Math.max(3, availableParallelism())}`
  const isGood = await run('vitest', ['run', workers, ...projects], { QUICK: '1', TEST_REPORT_DIR: reports })
  const failed = readdirSync(reports)
    .filter((file) => !before.has(file))
    .flatMap((file) => JSON.parse(readFileSync(join(reports, file), 'utf8')).testResults)
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => name)
  if (process.env['TEST_REPORT_DIR'] === undefined) rmSync(reports, { recursive: true })
  // An error that belongs to no file could be of any package.
  if (!isGood && failed.length === 0) return []
  const hasFailed = ({ directory }) => failed.some((file) => file.startsWith(join(root, directory) + sep))
  return wanted.filter((each) => !hasFailed(each)).map(({ taskId }) => taskId)
}

function run(tool, args, env = {}) {
  const program = tool === 'node' ? process.execPath : join(root, 'node_modules/.bin', tool)
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}
