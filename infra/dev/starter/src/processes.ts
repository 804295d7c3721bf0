import { join } from 'node:path'
import type { ServiceUrls } from '@course-grading/test-embedded-postgres'
import { assessEssays } from './demo-course/assess-essays.ts'
import { fillDemoCourse } from './demo-course/fill-demo-course.ts'
import { frontendSecretOf } from './frontend-secret.ts'
import type { ChildPlan } from './managed-child.ts'
import type { Ports } from './ports.ts'
import { callbacksOf, type StartUpstream, templateOriginsOf, upstreamOf } from './upstream.ts'

/** What the list of processes is made from. */
export interface World {
  readonly checkout: string
  /** The folder of the log files. */
  readonly logDir: string
  readonly ports: Ports
  readonly urls: ServiceUrls
  /** The environment that every process inherits. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether a process restarts when its source changes. */
  readonly watch: boolean
}

/** What one start runs. The simulator, if there is one, starts before the services and stops after them. */
export interface Processes {
  /** Null if the environment names an A+. */
  readonly simulator: ChildPlan | null
  readonly services: readonly ChildPlan[]
  /** Serves the documentation site; null if it is not asked for. */
  readonly docs: ChildPlan | null
  /** Fills the demo world once all are ready; null if there is none. */
  readonly fill: ((signal: AbortSignal) => Promise<void>) | null
  /** Assesses some of its work while everything runs already; null if there is none. */
  readonly assess: ((signal: AbortSignal) => Promise<void>) | null
}

/** A service without work stops within a second; this limit is for one that hangs. */
const stopWithinMs = 6_000
/** A send must never be cut off before its own time limits, so manual-grading may take that long. */
const stopSendingWithinMs = 62_000

/** The real simulator and services. Tests have stand-ins instead. */
export function productProcesses(world: World): Processes {
  const { ports, urls } = world
  const upstream = upstreamOf(world.env, ports)
  const settle = upstream.isSimulator ? simulatorSettle : productionSettle
  const frontend = (signal: AbortSignal) => ({
    frontendUrl: `http://127.0.0.1:${ports.frontendInternal}`,
    secret: frontendSecretOf(world.env),
    signal,
  })
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
              LTI_LAUNCH_URL: `${publicOriginOf(world.env, ports)}/lti/launch`,
            }),
            ...secretUnlessFile(world, 'MANUAL_GRADING_SECRET', developmentSecret),
            ...launchSecrets(world),
          }),
          ready: { url: `${upstream.url}/`, by: 'any-status' },
        }
      : null,
    services: [
      service('public-api', ports.publicApi, urls.publicApi),
      service('frontend-internal', ports.frontendInternal, urls.frontendInternal, {
        TEMPLATE_ORIGINS: templateOriginsOf(upstream),
      }),
      {
        ...service('manual-grading', ports.manualGrading, urls.manualGrading, {
          CALLBACK_ALLOWED: callbacksOf(upstream),
          ...settle,
        }),
        stopWithinMs: stopSendingWithinMs,
      },
      webFrontend(world, upstream),
    ],
    docs: ports.docs === null ? null : docsServer(world, ports.docs),
    fill: upstream.isSimulator ? (signal) => fillDemoCourse({ ...frontend(signal), simulatorUrl: upstream.url }) : null,
    assess: upstream.isSimulator ? (signal) => assessEssays(frontend(signal)) : null,
  }
}

/** Its pages are TSX, which Node does not read by itself, and browsers get what is built of its islands: its loader does both. */
function webFrontend(world: World, upstream: StartUpstream): ChildPlan {
  const { checkout, ports } = world
  return {
    ...plan(world, 'web', 'services/web/src/main.ts', {
      HOST: '127.0.0.1',
      PORT: `${ports.web}`,
      ...givenFirst(world, {
        FRONTEND_INTERNAL_URL: `http://127.0.0.1:${ports.frontendInternal}`,
        PUBLIC_ORIGIN: webOriginOf(ports),
        UPSTREAM_BASE_URL: upstream.url,
        TIME_ZONE: machineZone(),
      }),
      ...(upstream.isSimulator ? launchSecrets(world) : {}),
    }),
    loader: join(checkout, 'infra/dev/bundle/bin/web-loader.ts'),
    ready: { url: `${webOriginOf(ports)}/health/ready`, by: 'status-200' },
  }
}

function docsServer(world: World, port: number): ChildPlan {
  return {
    ...plan(world, 'documentation', 'docs/server/main.mjs', { HOST: '127.0.0.1', PORT: `${port}` }),
    ready: { url: `http://127.0.0.1:${port}/`, by: 'status-200' },
  }
}

/** Just above DELIVERY_OPEN_LEASE_S, so that whoever tries the product does not wait as long as in production. */
const simulatorSettle = { DELIVERY_SETTLE_S: '70' }
/** The times of production, because these grades are real. */
const productionSettle = { DELIVERY_SETTLE_S: '180', DELIVERY_REGISTRATION_SETTLE_S: '60' }
/** The secret that manual-grading has in development. */
const developmentSecret = 'dev-manual-grading-secret-0000000000'

/** Absent where `TZ` is none that Node knows, such as a path. */
function machineZone(): string {
  const { timeZone }: { readonly timeZone?: string } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone ?? 'UTC'
}

const webOriginOf = (ports: Ports): string => `http://127.0.0.1:${ports.web}`

/** The address of the pages for people: the given one, or that of this start. */
export const publicOriginOf = ({ PUBLIC_ORIGIN: given }: World['env'], ports: Ports): string =>
  (given === undefined || given === '' ? webOriginOf(ports) : given).replace(/\/$/, '')

/** What the simulator signs launches with, and the web frontend checks. */
const launchSecrets = (world: World): Record<string, string> => ({
  ...givenFirst(world, { LTI_KEY: 'course-grading' }),
  ...secretUnlessFile(world, 'LTI_SECRET', 'dev-lti-secret-00000000000000000000'),
})

/** A file of the secret is in the environment that all inherit, and the secret beside it would stand in its way. */
const secretUnlessFile = (world: World, name: string, value: string): Record<string, string> =>
  world.env[`${name}_FILE`] ? {} : givenFirst(world, { [name]: value })

/** The variables of a process. A value of the environment wins over a default, unless it is empty. */
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
