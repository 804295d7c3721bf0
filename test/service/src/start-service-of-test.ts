import '@course-grading/test-kit/punctual-event-loop'
import { type FakeUpstream, startFakeUpstream } from '@course-grading/test-fake-upstream'
import {
  type ConfigDefinition,
  createLogger,
  createMetrics,
  type Config,
  type ServiceContext,
  type OpenedService,
  readConfig,
  type ServiceVariables,
  startService,
} from '@course-grading/http-kit'
import { createDatabase, type Database } from '@course-grading/data/db/database'
import { patient } from '@course-grading/data/testing/open-settings'
import { createTestDatabase, type TestDatabase } from '@course-grading/test-database'
import { seedDemoWorld } from '@course-grading/test-kit'

type Role = keyof TestDatabase['urls'] | 'owner'

/** What differs between services. */
interface ServiceUnderTest<Vars extends ServiceVariables, Deps> {
  readonly definition: ConfigDefinition<Vars>
  /** The service whose database role it uses. */
  readonly role: keyof TestDatabase['urls']
  /** Variables that depend on the simulator. */
  readonly envFor?: (upstream: FakeUpstream) => Record<string, string>
  readonly createDeps: (context: ServiceContext<Config<Vars>>) => Promise<Deps>
  readonly open: (deps: Deps, context: ServiceContext<Config<Vars>>) => OpenedService | Promise<OpenedService>
}

export interface ServiceOfTest<Deps> {
  /** Origin of the running service. */
  readonly url: string
  readonly upstream: FakeUpstream
  readonly database: TestDatabase
  readonly deps: Deps
  /** The database with the rights of a service, or of the owner. Its limits are long enough for a slow machine. */
  readonly databaseAs: (who: Role) => Promise<Database>
  /** Every log line so far. */
  readonly logLines: string[]
  /** Starts a second replica on the same database and simulator, with other `env`. Its `stop` does not end these. */
  readonly replica: (env?: Record<string, string>) => Promise<ServiceOfTest<Deps>>
  readonly stop: () => Promise<void>
}

interface World {
  readonly upstream: FakeUpstream
  readonly database: TestDatabase
  readonly databaseAs: (who: Role) => Promise<Database>
}

/** Starts the service in this process on real sockets, with its own simulator and its own database with the demo world. */
export async function startServiceOfTest<Vars extends ServiceVariables, Deps>(
  service: ServiceUnderTest<Vars, Deps>,
  env: Record<string, string> = {},
): Promise<ServiceOfTest<Deps>> {
  const [upstream, database] = await Promise.all([startFakeUpstream(), createTestDatabase(seedDemoWorld)])
  const opened = new Map<Role, Promise<Database>>()
  const databaseAs = (who: Role) =>
    opened.getOrInsertComputed(who, () =>
      createDatabase({
        url: who === 'owner' ? database.ownerUrl : database.urls[who],
        applicationName: `test, ${who}`,
        poolMax: 4,
        ...patient,
      }),
    )
  return await startReplica(service, env, { upstream, database, databaseAs }, async () => {
    await upstream.close()
    await Promise.all([...opened.values()].map(async (each) => (await each).end()))
    await database.drop()
  })
}

async function startReplica<Vars extends ServiceVariables, Deps>(
  service: ServiceUnderTest<Vars, Deps>,
  env: Record<string, string>,
  world: World,
  afterStop: () => Promise<void>,
): Promise<ServiceOfTest<Deps>> {
  const { upstream, database, databaseAs } = world
  const read = readConfig(service.definition, {
    PORT: '0',
    DATABASE_URL: database.urls[service.role],
    UPSTREAM_BASE_URL: upstream.url,
    SHUTDOWN_GRACE_S: '7',
    ...service.envFor?.(upstream),
    ...env,
  })
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const logLines: string[] = []
  const name = service.definition.service
  const logger = createLogger({
    service: name,
    version: 'test',
    level: 'debug',
    stream: { write: (line) => void logLines.push(line) },
  })
  const metrics = createMetrics()
  const mustStop = (error: Error): never => {
    throw error
  }
  const context = { config: read.config, logger, metrics, mustStop }
  const deps = await service.createDeps(context)
  const running = await startService({
    service: name,
    version: 'test',
    logger,
    metrics,
    config: read.config as Config<Vars> & Config<ServiceVariables>,
    open: async () => service.open(deps, context),
  })
  await running.opened
  return {
    url: `http://127.0.0.1:${running.port}`,
    upstream,
    database,
    databaseAs,
    deps,
    logLines,
    replica: (other) => startReplica(service, { ...env, ...other }, world, async () => {}),
    stop: async () => {
      await running.stop({ acceptMs: 0 })
      await afterStop()
    },
  }
}
