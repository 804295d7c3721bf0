import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { assembleImage, bundleProgram, commandPath, programPath, programs, typePath } from '@course-grading/bundle'
import { ensureServiceRoles, type ServiceUrls } from '@course-grading/test-embedded-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportersOf } from './monitoring/exporters.ts'
import { dashboards, metricsOf, queriesOf, rulesIn, sharedRuleFiles } from './monitoring/queries.ts'
import { healthCommand, parseDockerfile } from './dockerfile.ts'
import { readInfra } from './infra-files.ts'
import { createOwnDatabase, type OwnDatabase } from './own-database.ts'
import { type RunningImage, startImage } from './start-image.ts'

describe('the image of migrate', () => {
  it('migrates an empty database, and then finds nothing to do', async () => {
    expect(migrated.stdout).toContain('migrate: applied ')
    expect((await migrate()).stdout).toBe('migrate: the schema is current\n')
  })

  it('rejects migrations that differ from those that were applied', async () => {
    const folder = join(parent, 'migrate-other')
    await assembleImage(programs.migrate, folder)
    const [first = ''] = (await readdir(join(folder, 'migrations'))).sort()
    await writeFile(join(folder, 'migrations', first), 'SELECT 1;\n')
    await expect(runProgram('migrate-other', { MIGRATION_DATABASE_URL: database.ownerUrl })).rejects.toMatchObject({
      code: 1,
    })
  })
})

describe('the image of a service', () => {
  const running = new Map<string, RunningImage>()
  let stopping: Promise<Map<string, Stopped>> | undefined

  // All are stopped at once, because each keeps accepting for a while after SIGTERM.
  const stopAll = (): Promise<Map<string, Stopped>> =>
    (stopping ??= Promise.all([...running].map(async ([name, service]) => [name, await service.stop()] as const)).then(
      (entries) => new Map(entries),
    ))
  const opsPortOf = (name: string): number => running.get(name)?.opsPort ?? 0
  const get = (name: string, path: string): Promise<Response> => fetch(`http://127.0.0.1:${opsPortOf(name)}${path}`)

  beforeAll(async () => {
    const urlOf = {
      'public-api': urls.publicApi,
      'frontend-internal': urls.frontendInternal,
      'manual-grading': urls.manualGrading,
    }
    await Promise.all(
      names.map(async (name) => {
        const folder = join(parent, name)
        await assembleImage(programs[name], folder)
        const env = {
          DATABASE_URL: urlOf[name],
          UPSTREAM_BASE_URL: 'http://127.0.0.1:9',
          PORT: '0',
          OPS_PORT: '0',
          SHUTDOWN_GRACE_S: '90',
        }
        running.set(name, await startImage(folder, env))
      }),
    )
  })

  afterAll(stopAll)

  it.each(names)(
    '%s has one file for the program, one for each command, and the file that says their type',
    async (name) => {
      const files = await readdir(join(parent, name), { recursive: true, withFileTypes: true })
      expect(
        files
          .filter((file) => file.isFile())
          .map((file) => relative(join(parent, name), join(file.parentPath, file.name)))
          .sort(),
      ).toEqual([typePath, programPath, ...Object.keys(programs[name].commands ?? {}).map(commandPath)].sort())
      // The modules of threads are inside the programs, so there is no file of theirs.
      expect(JSON.parse(await readFile(join(parent, name, typePath), 'utf8'))).toEqual({ type: 'module' })
    },
  )

  it("frontend-internal has its operator's commands, which take the service's own environment", async () => {
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: urls.frontendInternal,
      SESSION_KEYS: `a:${randomBytes(32).toString('base64')}`,
    }
    const command = (name: string, ...args: string[]) =>
      run(process.execPath, [commandPath(name), ...args], { cwd: join(parent, 'frontend-internal'), env })
    expect((await command('rotate-session-keys', 'plan')).stdout).toBe('rotate-session-keys: there is no session\n')
    expect((await command('erasures', 'export')).stdout).toBe('')
    expect((await command('revoke-sessions', '--all')).stdout).toMatch(/^revoke-sessions: .*\b0\b/)
  })

  it("manual-grading has its operator's commands, too", async () => {
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: urls.manualGrading,
      CAPABILITY_KEYS: `a:${randomBytes(32).toString('base64')}`,
    }
    const command = (name: string, ...args: string[]) =>
      run(process.execPath, [commandPath(name), ...args], { cwd: join(parent, 'manual-grading'), env })
    expect((await command('rotate-capabilities', 'plan')).stdout).toBe('rotate-capabilities: there is no capability\n')
    expect((await command('deliveries', 'list')).stdout).toBe('deliveries: there are no deliveries\n')
    expect((await command('purge')).stdout).toBe('purge: 0 URLs and 0 diagnostics erased\n')
  })

  it.each(names)('%s is live, and its health command says so', async (name) => {
    expect((await get(name, '/health/live')).status).toBe(200)
    expect(await healthOf({ OPS_PORT: String(opsPortOf(name)), PORT: '1' })).toBe(0)
  })

  it.each(names)('%s becomes ready on the database of its role', async (name) => {
    await expect.poll(async () => (await get(name, '/health/ready')).status).toBe(200)
  })

  it.each(names)('%s has no health page on the port of its boundary', async (name) => {
    expect((await fetch(`http://127.0.0.1:${running.get(name)?.port}/health/live`)).status).toBe(404)
  })

  it('together they have every metric that the alerts and the dashboards use', async () => {
    const measured = (await Promise.all(names.map(async (name) => (await get(name, '/metrics')).text()))).join('\n')
    const rules = sharedRuleFiles.flatMap((file) => rulesIn(readInfra(`prometheus/${file}`)))
    const alerts = rules.flatMap(({ expr }) => metricsOf(expr))
    const ofServices = dashboards.filter(([name]) => name !== 'database')
    const asked = ofServices.flatMap(([, dashboard]) => queriesOf(dashboard).flatMap(metricsOf))
    // Web is apart: it has no database.
    const watched = [...alerts, ...asked].filter((name) => name !== 'up' && exportersOf(name).join() !== 'web')
    expect(watched.length).toBeGreaterThan(4)
    expect(watched.filter((name) => !measured.includes(`# TYPE ${name} `))).toEqual([])
  })

  it.each(names)('%s exits with 0 on SIGTERM, long before its grace has passed', async (name) => {
    const { exitCode, durationMs } = (await stopAll()).get(name) ?? { exitCode: null, durationMs: Number.NaN }
    expect(exitCode).toBe(0)
    expect(durationMs).toBeLessThan(45_000)
  })

  it.each(names)('%s is then unhealthy by its health command', async (name) => {
    await stopAll()
    expect(await healthOf({ OPS_PORT: String(opsPortOf(name)) })).toBe(1)
  })
})

describe('a bundle', () => {
  it.each([
    ['a package that is not installed', "import 'no-such-package'", 'no-such-package'],
    ['a package that is imported only later', "await import('no-such-package')", 'no-such-package'],
    ['a file that is missing', "import './no-such-file.ts'", 'no-such-file'],
  ])('is not made with %s', async (_what, source, named) => {
    const entry = join(parent, 'incomplete.ts')
    const bundle = join(parent, 'incomplete/main.js')
    await writeFile(entry, `${source}\n`)
    await expect(bundleProgram({ entry, bundle })).rejects.toThrow(named)
    expect(existsSync(bundle)).toBe(false)
  })
})

let database: OwnDatabase
let migrated: { readonly stdout: string }
let urls: ServiceUrls
let parent: string
beforeAll(setUp)
afterAll(async () => {
  await rm(parent, { recursive: true })
  await database.drop()
})

const run = promisify(execFile)
const health = healthCommand(parseDockerfile(readInfra('Dockerfile')).at(-1)).slice(1)
/** The exit code of the image's own health command. */
async function healthOf(env: Record<string, string>): Promise<unknown> {
  const [exitCode] = (await once(spawn(process.execPath, health, { env, stdio: 'ignore' }), 'exit')) as unknown[]
  return exitCode
}

const names = ['public-api', 'frontend-internal', 'manual-grading'] as const
type Stopped = Awaited<ReturnType<RunningImage['stop']>>

const runProgram = (image: string, env: Record<string, string>) =>
  run(process.execPath, [programPath], { cwd: join(parent, image), env })
const migrate = () => runProgram('migrate', { MIGRATION_DATABASE_URL_FILE: join(parent, 'owner_database_url') })

async function setUp() {
  // Outside the checkout there is no node_modules in which a bundle could find what it lacks.
  ;[database, parent] = await Promise.all([createOwnDatabase(), mkdtemp(join(tmpdir(), 'images-'))])
  urls = await ensureServiceRoles(database.ownerUrl, database.name)
  await writeFile(join(parent, 'owner_database_url'), `${database.ownerUrl}\n`)
  await assembleImage(programs.migrate, join(parent, 'migrate'))
  migrated = await migrate()
}
