import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programNames, type ProgramName } from '@course-grading/bundle'
import {
  ensureServiceRoles,
  makeTempDataDir,
  type Postgres,
  type ServiceUrls,
  startPostgres,
} from '@course-grading/test-embedded-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltImage, ImageBuilder } from './build-images.ts'
import { parseCompose } from './compose/compose.ts'
import { filesOf, megabytesOf } from './files-of.ts'
import { inRepository, readInfra } from './infra-files.ts'
import { environmentOf as environmentInCompose, parseEnvFile } from './production-environment.ts'
import { programWithSite as programOf } from './program-with-site.ts'
import { cpuSecondsOf, residentMegabytesOf } from './footprint.ts'
import { isInPath } from './programs-in-path.ts'
import { type Container, imageUser, listeningLine, pidOf, runContainer, uidsOf } from './run-container.ts'

const missing = [
  ...['buildah', 'bwrap', 'setpriv', 'strip', 'apt-get'].filter((program) => !isInPath(program)),
  ...(process.getuid?.() === 0 ? [] : ['the rights of root']),
]

const title = `the images${missing.length === 0 ? '' : ` (left out: there is no ${missing.join(', no ')})`}`

describe.skipIf(missing.length > 0)(title, { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'container-images-'))
  const secrets = join(folder, 'secrets')
  const builder = new ImageBuilder(folder)
  const images = new Map<ProgramName, BuiltImage>()
  const running = new Map<ServerName, Container>()
  // Its own, because manual-grading accepts no server that may lose what it has written.
  let database: Postgres

  const imageOf = (name: ProgramName): BuiltImage => images.get(name)!
  const start = (name: ProgramName, command?: readonly string[]): Container =>
    runContainer(imageOf(name), environmentOf(name), { secrets, ...(command && { command }) })
  const portsOf = (name: ServerName) => listeningLine(running.get(name)!.output())!
  const statusOf = async (port: number | undefined, path: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })).status

  beforeAll(async () => {
    chmodSync(folder, 0o755)
    database = await startPostgres({ dataDir: makeTempDataDir(), ephemeral: true })
    writeSecrets(secrets, database.url, await ensureServiceRoles(database.url, 'postgres'))
    await builder.prepare()
    for (const name of programNames) images.set(name, await builder.build(name, programOf(name, folder)))
  }, 600_000)

  afterAll(async () => {
    for (const { process: child } of running.values()) child.kill('SIGKILL')
    await Promise.all([...running.values()].map(({ ended }) => ended))
    await database.stop()
    rmSync(folder, { recursive: true })
  })

  it.each(programNames)('%s has no shell and no package manager, is small, and keeps its health check', (name) => {
    const { root, config } = imageOf(name)
    const programsOfImage = filesOf(root).filter((line) => /(^|\/)s?bin\/[^/]+ /.test(line))
    expect(programsOfImage.map((line) => line.split(' ')[0])).toEqual(['usr/local/bin/node'])
    expect(megabytesOf(root)).toBeLessThan(maxMegabytes)
    expect(config.Healthcheck.Test.join(' ')).toContain('/health/live')
  })

  it('of two builds of one commit have the same files', async () => {
    for (const name of ['public-api', 'simulator'] as const) {
      const again = await builder.build(name, programOf(name, folder))
      expect(filesOf(again.root)).toEqual(filesOf(imageOf(name).root))
    }
  })

  it('migrate an empty database, and end with 0', async () => {
    const migrate = start('migrate')
    expect([await migrate.ended, migrate.output()]).toEqual([0, expect.stringContaining('migrate: applied ')])
  })

  it.each(names)('%s becomes ready, and answers', async (name) => {
    const startedAt = performance.now()
    running.set(name, start(name))
    const { path, status } = servers[name]
    const healthPath = name === 'simulator' ? '/__sim/health' : '/health/ready'
    await expect.poll(() => listeningLine(running.get(name)!.output()), { interval: 20 }).toBeDefined()
    const { port, opsPort } = portsOf(name)
    const health = () => statusOf(opsPort ?? port, healthPath).catch(() => running.get(name)!.output())
    await expect.poll(health, { interval: 20 }).toBe(200)
    const readyMs = Math.round(performance.now() - startedAt)
    const pid = pidOf(running.get(name)!)
    const cpu = cpuSecondsOf(pid)
    expect(await statusOf(port, path)).toBe(status)
    const size = Math.round(megabytesOf(imageOf(name).root))
    process.stdout.write(
      `${name}: ${size} MB, ready after ${readyMs} ms and ${cpu} s CPU, RSS ${Math.round(residentMegabytesOf(pid))} MB (${aims})\n`,
    )
  })

  it.each(names)('%s runs as another user than root, by the ids of the host', (name) => {
    expect(uidsOf(pidOf(running.get(name)!))).toEqual(Array.from({ length: 4 }, () => imageUser))
  })

  it.each(programNames)('%s cannot write to its own files', async (name) => {
    const write = `try { require('fs').writeFileSync('/app/new', '') } catch ({ code }) { console.log(code) }`
    const container = start(name, ['node', '-e', write])
    expect([await container.ended, container.output()]).toEqual([0, 'EROFS\n'])
  })

  it('all end with 0 on SIGTERM, within their grace', async () => {
    const ends = names.map(async (name) => {
      const startedAt = performance.now()
      process.kill(pidOf(running.get(name)!), 'SIGTERM')
      const code = await running.get(name)!.ended
      return { name, code, isInTime: performance.now() - startedAt < servers[name].grace * 1000 }
    })
    expect(await Promise.all(ends)).toEqual(names.map((name) => ({ name, code: 0, isInTime: true })))
  })
})

/** The files of /run/secrets: those of make-secrets.sh, but for the addresses of this database. */
function writeSecrets(folder: string, ownerUrl: string, urls: ServiceUrls): void {
  execFileSync(inRepository('infra/deploy/make-secrets.sh'), [folder])
  chmodSync(folder, 0o755)
  const addresses = {
    owner_database_url: ownerUrl,
    public_api_database_url: urls.publicApi,
    frontend_internal_database_url: urls.frontendInternal,
    manual_grading_database_url: urls.manualGrading,
  }
  for (const [name, url] of Object.entries(addresses)) {
    rmSync(join(folder, name))
    writeFileSync(join(folder, name), url)
  }
}

/** What compose.yaml gives each program, on ports that are free. */
const environmentOf = (name: ProgramName): Record<string, string> => ({
  ...environmentInCompose(compose, name, parseEnvFile(readInfra('.env.example')), '/run/secrets'),
  HOST: '127.0.0.1',
  PORT: '0',
  ...(name !== 'simulator' && { OPS_PORT: '0' }),
})
const compose = parseCompose(readInfra('compose.yaml'))

/** The aims of the documentation; CPU and memory are printed beside them, because they vary with the machine. */
const maxMegabytes = 150
const aims = 'aims: 150 MB, 0.6 s CPU to ready, RSS 180 MB (frontend-internal) and 110 MB (others)'

/** What each server is started with, besides the ports, and a request of its boundary with the status that it must get. */
const servers = {
  'public-api': { grace: 15, path: '/api/v1/openapi.json', status: 200 },
  'frontend-internal': { grace: 15, path: '/internal/frontend/session', status: 401 },
  'manual-grading': { grace: 60, path: '/api/internal/manual-grading/capabilities', status: 401 },
  // Under another name than its own it leads to that.
  web: { grace: 15, path: '/sign-in', status: 308 },
  docs: { grace: 10, path: '/', status: 200 },
  simulator: { grace: 10, path: '/api/v2/users/me/', status: 401 },
} as const
type ServerName = keyof typeof servers
const names = Object.keys(servers) as ServerName[]
