// What `npm test` does: the checks, which turbo runs, and beside them in one run the tests of all packages of which something changed since
// they last passed. Which passed is noted by the hash that turbo computes of a package's inputs (`turbo.json`), because a run of vitest for
// each package takes half as long again. `--force` runs all, the checks too.
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
process.stdout.write(`The tests of ${due.length} of ${tasks.length} packages have to run; the others passed before.\n`)
const [checked, passed] = await Promise.all([
  run('node', ['infra/dev/checks/check.mjs', ...(force ? ['--force'] : [])]),
  due.length === 0 ? [] : runTests(due),
])
note(passed)
const failed = due.map(({ taskId }) => taskId).filter((taskId) => !passed.includes(taskId))
for (const name of [...(checked ? [] : ['checks']), ...failed]) process.stdout.write(`${name}: FAILED\n`)
process.exitCode = checked && failed.length === 0 ? 0 : 1

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
  for (const { taskId, hash } of tasks) if (passedNow.includes(taskId)) now[taskId] = hash
  writeFileSync(notes, JSON.stringify(now, null, 2))
}

/** The tests of each package that has any, with the hash of their inputs. */
function tasksNow() {
  const turbo = join(root, 'node_modules/.bin/turbo')
  const plan = execFileSync(turbo, ['run', 'test', '--dry=json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(plan.slice(plan.indexOf('{'))).tasks.filter(
    ({ task, command }) => task === 'test' && command !== '<NONEXISTENT>',
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
