import { setFlagsFromString } from 'node:v8'
import { productVersion } from '@course-grading/contracts/api-description/product-version'
import { createRedactionCounter } from '../telemetry/dependency-metrics.ts'
import { errorFacts } from '../telemetry/error-facts.ts'
import { createLogger, type Logger } from '../telemetry/logger.ts'
import { createMetrics, type Metrics } from '../telemetry/metrics.ts'
import { readConfigOrExit, renamedIn } from '../config/read-config.ts'
import type { Config, ConfigDefinition, Environment } from '../config/read-config.ts'
import type { processVariables } from '../config/shared-variables.ts'
import { startService } from './start-service.ts'
import { StartError } from '../config/start-error.ts'
import { exitProcess } from './exit-process.ts'
import type { OpenedService, RunningService, ServiceOptions } from './start-service.ts'

export type ServiceVariables = ReturnType<typeof processVariables>

export interface ServiceContext<Values> {
  readonly config: Values
  readonly logger: Logger
  readonly metrics: Metrics
  /** Ends the process with 78 as soon as it is found that it must not run. */
  readonly mustStop: (error: StartError) => void
}

interface ServiceProgram<Vars extends ServiceVariables> {
  readonly definition: ConfigDefinition<Vars>
  readonly env: Environment
  readonly requestTimeoutMs?: ServiceOptions['requestTimeoutMs']
  readonly open: (context: ServiceContext<Config<Vars>>) => Promise<OpenedService>
}

/** Requests are accepted for this long, since routing learns late that a replica is ending. */
const acceptAfterSigtermMs = 5000
/** Max milliseconds to write the last lines of the log, and then again to wait for the work of threads. */
const maxLastStepMs = 2000
/** When writing the last lines begins and ends at the latest, in milliseconds before the end of the grace period. */
const lastLinesBeforeEndMs = { begin: 400, end: 200 }
const exitBeforeEndMs = 50

const variableOfListenError: Readonly<Record<string, readonly [variable: 'PORT' | 'HOST', problem: string]>> = {
  EADDRINUSE: ['PORT', 'is already in use'],
  EACCES: ['PORT', 'may not be used by this user'],
  EADDRNOTAVAIL: ['HOST', 'is not an address of this machine'],
  ENOTFOUND: ['HOST', 'is not an address of this machine'],
}

function listenProblem(options: ProcessOptions, error: unknown): string {
  const { HOST, PORT, OPS_PORT } = options.config
  const { errorCode = 'unknown error' } = errorFacts(error)
  const port = error instanceof Error && 'port' in error ? error.port : undefined
  const isOps = OPS_PORT !== undefined && port === OPS_PORT && OPS_PORT !== PORT
  const [variable, problem] = variableOfListenError[errorCode] ?? ['PORT', `cannot be listened on (${errorCode})`]
  const name = variable === 'PORT' && isOps ? 'OPS_PORT' : variable
  return `${options.service} cannot start: ${HOST}:${isOps ? OPS_PORT : PORT} ${problem}; set ${name} to another one`
}

/**
 * After SIGTERM or SIGHUP the service is not ready, accepts requests for 5 s more (SIGINT: none) and finishes them; it exits with 0, at the
 * end of SHUTDOWN_GRACE_S at the latest. An uncaught exception is logged and exits with 1, a wrong configuration with 78.
 */
export async function runService<Vars extends ServiceVariables>({
  definition,
  env,
  open,
  requestTimeoutMs,
}: ServiceProgram<Vars>): Promise<void> {
  // V8 would put what survived the start in the old heap for good: a collection of the young heap took 12 ms, not 1 (decisions/small-processes.md).
  setFlagsFromString('--no-allocation-site-pretenuring')
  // The compiler does not see that `Vars` has the variables that all services have.
  const config = readConfigOrExit(definition, env) as Config<Vars> & Config<ServiceVariables>
  const { service } = definition
  const metrics = createMetrics()
  const onRedacted = createRedactionCounter(metrics)
  const logger = createLogger({ service, version: productVersion, level: config.LOG_LEVEL, onRedacted })
  for (const variable of renamedIn(definition, env)) logger.warn('a variable is set by its former name', { variable })
  await untilEnd({
    service,
    version: productVersion,
    logger,
    metrics,
    config,
    requestTimeoutMs,
    open: (mustStop) => open({ config, logger, metrics, mustStop }),
  })
}

interface ProcessOptions extends Omit<ServiceOptions, 'open'> {
  open(mustStop: (error: StartError) => void): Promise<OpenedService>
}

const endingSignals = [
  { signal: 'SIGTERM', acceptMs: acceptAfterSigtermMs },
  { signal: 'SIGHUP', acceptMs: acceptAfterSigtermMs },
  { signal: 'SIGINT', acceptMs: 0 },
] as const

async function untilEnd(options: ProcessOptions): Promise<void> {
  const { logger, config } = options
  let running: RunningService | undefined
  let ending = false
  let endsAt = Infinity

  let exiting: Promise<void> | undefined
  const exit = (code: number): Promise<void> => {
    if (exiting === undefined) logger.info('stopped', { exitCode: code })
    const lastStepMs = (beforeEndMs: number): number =>
      Math.min(maxLastStepMs, Math.max(exitBeforeEndMs, endsAt - beforeEndMs - performance.now()))
    return (exiting ??= logger
      .end(lastStepMs(lastLinesBeforeEndMs.end))
      .then(() => exitProcess(code, lastStepMs(exitBeforeEndMs))))
  }
  const end = async (acceptMs: number, code: number): Promise<void> => {
    if (ending) return
    ending = true
    const graceMs = config.SHUTDOWN_GRACE_S * 1000
    endsAt = performance.now() + graceMs
    setTimeout(() => void exit(code), graceMs - lastLinesBeforeEndMs.begin).unref()
    // If nothing that is awaited below keeps the process alive, Node would end it without the last line of the log.
    process.once('beforeExit', () => {
      logger.warn('ended before all was closed')
      void exit(code)
    })
    await running?.stop({ acceptMs }).catch((error: unknown) => logger.error('stopping failed', errorFacts(error)))
    await exit(code)
  }
  for (const { signal, acceptMs } of endingSignals)
    process.on(signal, () => {
      if (!ending) logger.info('draining', { signal })
      void end(acceptMs, 0)
    })
  process.on('uncaughtException', (error, origin) => {
    logger.error('uncaught', { ...errorFacts(error), reason: origin })
    void end(0, 1)
  })

  const cannotStart = (error: unknown): Promise<void> => {
    logger.error('cannot start', errorFacts(error))
    if (error instanceof StartError) process.stderr.write(`${options.service} cannot start: ${error.problem}\n`)
    return end(0, error instanceof StartError ? 78 : 1)
  }
  try {
    running = await startService({ ...options, open: () => options.open((error) => void cannotStart(error)) })
  } catch (error) {
    process.stderr.write(`${listenProblem(options, error)}\n`)
    logger.error('cannot listen', errorFacts(error))
    await exit(1)
  }
  try {
    await running?.opened
  } catch (error) {
    await cannotStart(error)
  }
}
