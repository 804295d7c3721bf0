import { inspect } from 'node:util'
import { onTestFinished } from 'vitest'
import { createTransport, type Transport, type TransportLimits, type TransportOptions } from './create-transport.ts'
import { startHostileServer, type HostileServer, type Script } from './hostile-server.fixture.ts'
import type { SessionMethods } from './method.ts'
import { smallBoundary } from './small-boundary.fixture.ts'
import { FrontendTransportError } from './transport-error.ts'

/** Credentials that no other text resembles. */
export const secret = 'frontend-secret-canary-5d1c0f83'
export const sessionId = 'cgs_session-canary-93ab7710'
export const token = 'upstream-token-canary-b6f20e4d'

/**
 * The margin beyond the limits of operations, for tests that are not about a limit: longer than a test may last, so that a
 * test fails whose call waits for it.
 */
const ampleMs = 600_000

type SmallTransport = Transport<typeof smallBoundary>

export interface UnderTest {
  readonly transport: SmallTransport
  readonly mine: SessionMethods<typeof smallBoundary>
  readonly server: HostileServer
}

/** Options that a test may change: limits, the maximum number of connections, and what watches the calls. */
type Options = Partial<TransportLimits> & Pick<TransportOptions, 'connections' | 'onCall'>

/** A transport to a server that replies as the script says, with ample time; the end of the test closes both. */
export async function transportTo(script: Script, options: Options = {}): Promise<UnderTest> {
  const server = await startHostileServer(script)
  return { ...transportAt(server.url, options), server }
}

export function transportAt(
  baseUrl: string,
  { connections = 64, onCall = () => {}, ...limits }: Options = {},
): Omit<UnderTest, 'server'> {
  const transport = createTransport(smallBoundary, {
    baseUrl,
    secret,
    connections,
    onCall,
    limits: { marginMs: ampleMs, ...limits },
  })
  onTestFinished(() => void transport.close()) // the server cuts what is still open
  return { transport, mine: transport.withSession(sessionId) }
}

/** The error of a call that must fail as one of ours, with no credential in any part of it. */
export async function failureOf(call: Promise<unknown>): Promise<FrontendTransportError> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if (!('error' in outcome) || !(outcome.error instanceof FrontendTransportError)) {
    throw new Error('the call did not fail with a FrontendTransportError', { cause: outcome })
  }
  const shown = everythingOf(outcome.error)
  const leaked = [secret, sessionId, token].filter((credential) => shown.includes(credential))
  if (leaked.length > 0) throw new Error(`the error holds ${leaked.join(' and ')}`)
  return outcome.error
}

/**
 * An error as text, with everything that can be reached from it: hidden, symbolic and inherited members and causes, at any
 * depth.
 */
export function everythingOf(error: Error): string {
  const shown = inspect(error, {
    depth: Infinity,
    showHidden: true,
    getters: true,
    maxStringLength: Infinity,
    maxArrayLength: Infinity,
  })
  return [
    shown,
    error.message,
    error.stack,
    String(error),
    JSON.stringify(error),
    JSON.stringify(Object.getOwnPropertyDescriptors(error)),
  ].join('\n')
}

/** Runs and measures, in milliseconds. */
export async function timed<T>(run: () => Promise<T>): Promise<{ result: T; tookMs: number }> {
  const startedAt = performance.now()
  const result = await run()
  return { result, tookMs: performance.now() - startedAt }
}
