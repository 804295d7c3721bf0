import { join } from 'node:path'
import type { ServiceUrls } from '@course-grading/embedded-postgres'
import type { ChildPlan } from './managed-child.ts'
import type { Ports } from './ports.ts'
import { callbacksOf, upstreamOf } from './upstream.ts'

/** What a list of processes is made from. */
export interface World {
  readonly checkout: string
  /** Folder of the log files. */
  readonly logDir: string
  readonly ports: Ports
  readonly urls: ServiceUrls
  /** What every process inherits. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Restart a process when its source changes. */
  readonly watch: boolean
}

/** What runs in one start: the simulator, if any, up before the services and down after them. */
export interface Processes {
  /** Null where the environment names an A+. */
  readonly simulator: ChildPlan | null
  readonly services: readonly ChildPlan[]
}

/** A service that has nothing left to do stops within a second; this is for one that hangs. */
const stopWithinMs = 6_000
/** A grade on its way is never cut off before its own time limits: manual-grading may take that long. */
const stopSendingWithinMs = 62_000

/** The real ones. */
export function productProcesses(world: World): Processes {
  const { ports, urls } = world
  const upstream = upstreamOf(world.env, ports)
  const settle = upstream.isSimulator ? simulatorSettle : productionSettle
  const service = (name: string, port: number, databaseUrl: string, own: Record<string, string> = {}): ChildPlan => ({
    ...plan(world, name, `services/${name}/src/main.ts`, {
      HOST: '127.0.0.1',
      PORT: `${port}`,
      DATABASE_URL: databaseUrl,
      ...givenFirst(world, { UPSTREAM_BASE_URL: upstream.url, ...own }),
    }),
    ready: { url: `http://127.0.0.1:${port}/health/ready`, by: 'status-200' },
  })
  return {
    simulator: upstream.isSimulator
      ? {
          ...plan(world, 'simulator', 'test/fake-upstream/src/main.ts', {
            HOST: '127.0.0.1',
            PORT: `${ports.simulator}`,
            ...givenFirst(world, {
              MANUAL_GRADING_URL: `http://127.0.0.1:${ports.manualGrading}`,
              MANUAL_GRADING_SECRET: developmentSecret,
            }),
          }),
          ready: { url: `${upstream.url}/`, by: 'any-answer' },
        }
      : null,
    services: [
      service('public-api', ports.publicApi, urls.publicApi),
      service('frontend-internal', ports.frontendInternal, urls.frontendInternal, {
        TEMPLATE_ORIGINS: new URL(upstream.url).origin,
      }),
      {
        ...service('manual-grading', ports.manualGrading, urls.manualGrading, {
          CALLBACK_ALLOWED: callbacksOf(upstream),
          ...settle,
        }),
        stopWithinMs: stopSendingWithinMs,
      },
    ],
  }
}

/** Just above DELIVERY_OPEN_LEASE_S, so that nobody who tries it out waits for as long as a production must. */
const simulatorSettle = { DELIVERY_SETTLE_S: '70' }
/** Real grades are as safe as in production. */
const productionSettle = { DELIVERY_SETTLE_S: '180', DELIVERY_REGISTRATION_SETTLE_S: '60' }
/** What manual-grading takes in development. */
const developmentSecret = 'dev-manual-grading-secret-0000000000'

/** What a process is told, each value by the environment where that has one that is not empty. */
function givenFirst({ env }: World, defaults: Readonly<Record<string, string>>): Record<string, string> {
  const given = (name: string): string | undefined => (env[name] === '' ? undefined : env[name])
  return Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, given(name) ?? value]))
}

type Unready = Omit<ChildPlan, 'ready'>

function plan(world: World, name: string, entry: string, env: Record<string, string>): Unready {
  const { checkout, logDir } = world
  return {
    name,
    entry: join(checkout, entry),
    cwd: checkout,
    env: { ...world.env, ...env },
    own: env,
    logFile: join(logDir, `${name}.log`),
    stopWithinMs,
    watch: world.watch,
  }
}
