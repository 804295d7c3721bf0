import { once } from 'node:events'
import { join } from 'node:path'
import { isReadableDatabaseUrl, readableDatabaseUrl } from '@course-grading/data/db/database-url'
import { seedDemoWorld } from '@course-grading/test-kit'
import type { StartOptions } from './command-line.ts'
import { parseCommandLine, usage } from './command-line.ts'
import { buildDocs } from './build-docs.ts'
import { refuseDemoCourses } from './demo-courses-in-database.ts'
import { writeEnvironments } from './environments.ts'
import { mapOf, mapOfRealUpstream } from './map.ts'
import { migrate, openDatabase, requireNotRunning } from './open-database.ts'
import type { Ports } from './ports.ts'
import { portsFrom, requireFreePorts } from './ports.ts'
import { developmentFrontendSecret, frontendSecretOf } from './frontend-secret.ts'
import { type Processes, publicOriginOf, type World } from './processes.ts'
import type { Say } from './progress.ts'
import { createProgress } from './progress.ts'
import { RunningWorld } from './running-world.ts'
import { exitConfig, StartError } from './start-error.ts'
import type { StateFolder } from './state-folder.ts'
import { openStateFolder } from './state-folder.ts'
import { stopRequest } from './stop-request.ts'
import { type StartUpstream, upstreamOf } from './upstream.ts'

interface Starter {
  /** The absolute path of the repository. */
  readonly checkout: string
  /** The folder that contains `.local`: the checkout, except in tests. */
  readonly stateRoot: string
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly processes: (world: World) => Processes
}

/** EX_USAGE of sysexits.h. */
const wrongUsage = 64

/**
 * Runs until it is asked to stop, and stops everything that it started. Resolves with the exit code: 0 if it was
 * stopped, 1 if it could not start or something failed, 64 for wrong arguments.
 */
export async function runStarter(starter: Starter): Promise<number> {
  const say: Say = (line) => {
    process.stdout.write(`${line}\n`)
  }
  // Whoever read our output may have gone; the start continues without them.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  const options = parseCommandLine(starter.argv)
  if (options.kind === 'help') {
    say(usage)
    return 0
  }
  if (options.kind === 'wrong') {
    process.stderr.write(`${options.problem}\n\n${usage}`)
    return wrongUsage
  }
  const world = new RunningWorld(say)
  const stop = stopRequest(starter.env, () => {
    world.killServices()
  })
  const assessing = new AbortController()
  try {
    const { assess } = await start(starter, options, { world, say, signal: stop.signal })
    if (assess !== null) void assessLater(assess, say, assessing.signal)
    await Promise.race([world.failure, aborted(stop.signal)])
    say('Stopping …')
    return 0
  } catch (error) {
    if (stop.signal.aborted) return 0
    const message = error instanceof StartError ? error.message : String(error instanceof Error ? error.stack : error)
    process.stderr.write(`\n${message}\n`)
    return error instanceof StartError ? error.exitCode : 1
  } finally {
    assessing.abort()
    await world.stop()
    stop.release()
    say('Stopped.')
  }
}

interface Running {
  readonly world: RunningWorld
  readonly say: Say
  readonly signal: AbortSignal
}

async function start(starter: Starter, options: StartOptions, { world, say, signal }: Running): Promise<Processes> {
  const { portBase, watch, fresh, docs } = options
  const { checkout, stateRoot } = starter
  const step = createProgress(say)
  const ports = portsFrom(portBase, docs)
  const upstream = upstreamOf(starter.env, ports)
  const given = starter.env['DATABASE_URL']
  if (given !== undefined && !isReadableDatabaseUrl(given))
    throw new StartError(`DATABASE_URL must be ${readableDatabaseUrl}.`, undefined, exitConfig)
  if (fresh) requireOwnDemoWorld(given, upstream)
  const state = openStateFolder(stateRoot)
  await claimPorts(ports, upstream, state)
  signal.throwIfAborted()
  const database = await step('Starting PostgreSQL', openDatabase(given, state, upstream, fresh ? say : null))
  world.holdDatabase(database)
  signal.throwIfAborted()
  const env = {
    NODE_COMPILE_CACHE: join(state.path, 'compile-cache'),
    ...starter.env,
    NODE_ENV: 'development',
    // The owner's URL is not for the services, and neither is a port that all three would share.
    DATABASE_URL: undefined,
    MIGRATION_DATABASE_URL: undefined,
    OPS_PORT: undefined,
  }
  await step('Migrating the database', migrate(checkout, database.ownerUrl, env))
  signal.throwIfAborted()
  if (upstream.isSimulator) await step('Seeding the demo world', seedDemoWorld(database.ownerUrl))
  else await refuseDemoCourses(database.ownerUrl)
  signal.throwIfAborted()
  const logDir = join(state.path, 'logs')
  if (docs) await step('Building the documentation', buildDocs(checkout, logDir, signal))
  const processes = starter.processes({ checkout, logDir, ports, urls: database.urls, env, watch })
  writeEnvironments(state, processes.services)
  await world.startProcesses(processes, step, signal)
  if (processes.fill !== null) {
    // A demo course that somebody changed in an earlier start may not be filled again. It stays as it is, and the start goes
    // on.
    await step('Filling the queues of the demo course', processes.fill(signal)).catch((error: unknown) => {
      signal.throwIfAborted()
      say(`The queues of the demo course were not filled: ${error instanceof Error ? error.message : String(error)}`)
    })
  }
  const publicOrigin = publicOriginOf(starter.env, ports)
  const hasGivenSecret = frontendSecretOf(starter.env) !== developmentFrontendSecret
  const facts = {
    ports,
    publicOrigin,
    hasGivenSecret,
    logDir,
    dataDir: database.server?.dataDir ?? null,
    checkout: stateRoot,
  }
  say(upstream.isSimulator ? mapOf(facts) : mapOfRealUpstream({ ...facts, upstreamUrl: upstream.url }))
  return processes
}

/** Nobody waits for this, so that neither the addresses nor a stop come later. What is left is for the next start. */
async function assessLater(assess: NonNullable<Processes['assess']>, say: Say, signal: AbortSignal): Promise<void> {
  try {
    await assess(signal)
  } catch (error) {
    if (signal.aborted) return
    say(`Some work of the demo course was not assessed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** `--fresh` deletes only what a start itself has made. */
function requireOwnDemoWorld(given: string | undefined, { isSimulator }: StartUpstream): void {
  const variable = given !== undefined ? 'DATABASE_URL' : isSimulator ? null : 'UPSTREAM_BASE_URL'
  if (variable !== null)
    throw new StartError(
      `--fresh deletes the demo world of the embedded PostgreSQL, and ${variable} names something else: start without --fresh, or without ${variable}.`,
    )
}

async function claimPorts(ports: Ports, { isSimulator }: StartUpstream, state: StateFolder): Promise<void> {
  try {
    await requireFreePorts({
      'the web frontend': ports.web,
      'public-api': ports.publicApi,
      'frontend-internal': ports.frontendInternal,
      'manual-grading': ports.manualGrading,
      ...(isSimulator && { 'the simulator': ports.simulator }),
      ...(ports.docs !== null && { 'the documentation': ports.docs }),
    })
  } catch (error) {
    requireNotRunning(state)
    throw error
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
