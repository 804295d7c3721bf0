// What `pnpm test:full` does: all checks and tests, the long ones too; then the tests that use a database on another version of
// PostgreSQL; then the locks of migrations; then a second linter of the OpenAPI documents; then mutation tests. `--only <part>` runs one of these.
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findInstalledPrograms, makeTempDataDir, startPostgres } from '../../../test/embedded-postgres/src/index.ts'
import { areas } from './mutation/areas.ts'
import { judgeReport } from './mutation/judge-report.ts'
import { root, runPart } from './run-part.mjs'

const parts = {
  checks: () => runPart({ name: 'checks', tool: 'node', args: ['infra/dev/checks/check.mjs', '--force'], live: true }),
  tests: () => runPart({ name: 'tests', tool: 'vitest', args: ['run'], env: { FULL: '1' }, live: true }),
  postgres: testsOnInstalledPostgres,
  migrations: () =>
    runPart({ name: 'migrations', tool: 'squawk', args: globSync('libs/data/migrations/*.sql', { cwd: root }).sort() }),
  // It weighs 68 MB, too much for everybody who starts the product. What it finds first stands in portable-document.test.ts, too.
  'openapi by Spectral': () =>
    runPart({
      name: 'openapi by Spectral',
      tool: 'pnpm',
      args: [
        'dlx',
        '@stoplight/spectral-cli@6.16.3',
        'lint',
        '--ruleset=infra/dev/checks/spectral.yaml',
        '--fail-severity=hint',
        ...globSync('libs/contracts/openapi/*.json', { cwd: root }).sort(),
      ],
    }),
  dependencies: () =>
    runPart({
      name: 'dependencies',
      tool: 'node',
      args: ['infra/dev/checks/check-dependencies.mjs', '--required'],
      live: true,
    }),
  ...Object.fromEntries(Object.keys(areas).map((area) => [`mutants of ${area}`, () => mutants(area)])),
}

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
if (only !== undefined && !Object.hasOwn(parts, only)) {
  process.stderr.write(`There is no part "${only}". The parts are: ${Object.keys(parts).join(', ')}.\n`)
  process.exit(64)
}
for (const [name, run] of Object.entries(parts)) {
  if ((only ?? name) === name && !(await run())) process.exitCode = 1
}

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

/** Runs the mutation tests of an area, and judges what they report. */
async function mutants(area) {
  const name = `mutants of ${area}`
  const report = join(root, `reports/mutation-${area}.json`)
  rmSync(report, { force: true })
  const ran = await runPart({
    name,
    tool: 'stryker',
    args: ['run', 'infra/dev/checks/mutation/stryker.config.mjs'],
    env: { AREA: area },
  })
  const { lines, isGood } = judgeReport(report)
  for (const line of lines) process.stdout.write(`${name}: ${line}\n`)
  return ran && isGood
}
