// What `pnpm test:full` does: all checks and tests, the long ones too; then the tests that use a database on another version of
// PostgreSQL; then the locks of migrations; then mutation tests.
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import './check.mjs'
import { findInstalledPrograms, makeTempDataDir, startPostgres } from '../embedded-postgres/src/index.ts'
import { areas } from './mutation/areas.mjs'
import { root, runPart } from './run-part.mjs'

const minScore = 90

const outcomes = [
  await runPart({ name: 'tests', tool: 'vitest', args: ['run'], env: { FULL: '1' }, live: true }),
  await testsOnInstalledPostgres(),
  await runPart({
    name: 'migrations',
    tool: 'squawk',
    args: globSync('libs/data/migrations/*.sql', { cwd: root }).sort(),
  }),
]
for (const area of Object.keys(areas)) outcomes.push(await mutants(area))
if (!outcomes.every(Boolean)) process.exitCode = 1

/**
 * Runs the tests that use a database on another version of PostgreSQL. The README promises versions 15 to 18; the embedded one
 * is the newest, and Debian has an older one.
 */
async function testsOnInstalledPostgres() {
  const programs = findInstalledPrograms()
  if (programs === null) {
    process.stdout.write('tests on another PostgreSQL: left out, none is installed\n')
    return true
  }
  const server = await startPostgres({ dataDir: makeTempDataDir(), durable: false, ephemeral: true, programs })
  try {
    const projects = ['data', 'workflows', 'public-api', 'frontend-internal', 'manual-grading'].map(
      (name) => `--project=@course-grading/${name}`,
    )
    return await runPart({
      name: `tests on the PostgreSQL of ${programs}`,
      tool: 'vitest',
      args: ['run', ...projects],
      env: { DATABASE_URL: server.url },
    })
  } finally {
    await server.stop()
  }
}

/** Each mutated module must reach the score by itself, so that a good one cannot hide a bad one. */
async function mutants(area) {
  const name = `mutants of ${area}`
  const report = join(root, `reports/mutation-${area}.json`)
  rmSync(report, { force: true })
  const ran = await runPart({ name, tool: 'stryker', args: ['run'], env: { AREA: area } })
  if (!ran || !existsSync(report)) return ran
  const scores = scoresOf(report)
  for (const { path, score, alive } of scores) {
    process.stdout.write(
      `${name}: ${score.toFixed(1)} % ${path}${alive.length === 0 ? '' : `, alive: ${alive.join(' ')}`}\n`,
    )
  }
  return scores.length > 0 && scores.every(({ score }) => score >= minScore)
}

/** The score of each module: the share of mutants that a test noticed, of all that could run. */
function scoresOf(path) {
  const { files } = JSON.parse(readFileSync(path, 'utf8'))
  return Object.entries(files).map(([file, { mutants: all }]) => {
    const judged = all.filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status))
    const alive = judged.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    return {
      path: file,
      score: judged.length === 0 ? 100 : (100 * (judged.length - alive.length)) / judged.length,
      alive: alive.map(({ mutatorName, location }) => `${mutatorName}@${location.start.line}`),
    }
  })
}
