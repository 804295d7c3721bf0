import { join } from 'node:path'
import type { ServiceUrls } from '@course-grading/embedded-postgres'
import type { ChildPlan } from './managed-child.ts'
import type { Ports } from './ports.ts'

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

/** What runs in one start: the simulator, up before the services and down after them. */
export interface Processes {
  readonly simulator: ChildPlan
  readonly services: readonly ChildPlan[]
}

/** A service that has nothing left to do stops within a second; this is for one that hangs. */
const stopWithinMs = 6_000
/** A grade on its way is never cut off before its own time limits: manual-grading may take that long. */
const stopSendingWithinMs = 62_000

/** The real ones. */
export function productProcesses(world: World): Processes {
  const { ports, urls } = world
  const settleS = world.env['DELIVERY_SETTLE_S'] ?? shortestSettleS
  const simulatorUrl = `http://127.0.0.1:${ports.simulator}`
  const service = (name: string, port: number, databaseUrl: string, own: Record<string, string> = {}): ChildPlan => ({
    ...plan(world, name, `services/${name}/src/main.ts`, {
      HOST: '127.0.0.1', PORT: `${port}`, DATABASE_URL: databaseUrl,
      // A real A+ may be given in place of the simulator.
      UPSTREAM_BASE_URL: world.env['UPSTREAM_BASE_URL'] ?? simulatorUrl, ...own,
    }),
    ready: { url: `http://127.0.0.1:${port}/health/ready`, by: 'status-200' },
  })
  return {
    simulator: {
      ...plan(world, 'simulator', 'test/fake-upstream/src/main.ts', {
        HOST: '127.0.0.1', PORT: `${ports.simulator}`, MANUAL_GRADING_URL: `http://127.0.0.1:${ports.manualGrading}`,
        MANUAL_GRADING_SECRET: world.env['MANUAL_GRADING_SECRET'] ?? developmentSecret,
      }),
      ready: { url: `${simulatorUrl}/`, by: 'any-answer' },
    },
    services: [
      service('public-api', ports.publicApi, urls.publicApi),
      service('frontend-internal', ports.frontendInternal, urls.frontendInternal, { TEMPLATE_ORIGINS: simulatorUrl, DELIVERY_SETTLE_S: settleS }),
      {
        ...service('manual-grading', ports.manualGrading, urls.manualGrading, {
          CALLBACK_ALLOWED: `${simulatorUrl}/api/v2/submissions/*/grader|127.0.0.1/32`, DELIVERY_SETTLE_S: settleS,
        }),
        stopWithinMs: stopSendingWithinMs,
      },
    ],
  }
}

/** Just above DELIVERY_OPEN_LEASE_S, so that nobody who tries it out waits for as long as a production must. */
const shortestSettleS = '70'
/** What manual-grading takes in development. */
const developmentSecret = 'dev-manual-grading-secret-0000000000'

type Unready = Omit<ChildPlan, 'ready'>

function plan(world: World, name: string, entry: string, env: Record<string, string>): Unready {
  const { checkout, logDir } = world
  return {
    name, entry: join(checkout, entry), cwd: checkout, env: { ...world.env, ...env }, own: env,
    logFile: join(logDir, `${name}.log`), stopWithinMs, watch: world.watch,
  }
}
