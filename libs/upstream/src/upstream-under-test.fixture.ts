import { onTestFinished } from 'vitest'
import { createUpstream, UpstreamError, type Upstream, type UpstreamCall, type UpstreamOptions } from './index.ts'
import { startAdversarialServer, type AdversarialServer, type Script } from './adversarial-server.fixture.ts'

export const someCall: UpstreamCall = { token: '0065'.repeat(10), requestId: 'request-0001' }

/** A time limit that is not tested: longer than a test may last, so that a test fails whose call waits for it. */
export const ampleMs = 600_000

/** A client that the end of the test closes. */
export function upstreamOf(baseUrl: string, options: Partial<UpstreamOptions> = {}): Upstream {
  const upstream = createUpstream({
    baseUrl,
    timeoutMs: ampleMs,
    concurrency: 32,
    ...options,
    limits: { connectTimeoutMs: ampleMs, queueWaitMs: ampleMs, streamIdleMs: ampleMs, ...options.limits },
  })
  onTestFinished(() => upstream.close())
  return upstream
}

/** A server that the end of the test closes, and a client of it. */
export async function upstreamWith(
  script: Script,
  options: Partial<UpstreamOptions> = {},
): Promise<{ upstream: Upstream; server: AdversarialServer }> {
  const server = await startAdversarialServer(script)
  onTestFinished(() => server.close())
  return { upstream: upstreamOf(server.url, options), server }
}

/** The error of a call that must fail as one of ours. */
export async function failureOf(call: Promise<unknown>): Promise<UpstreamError> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('error' in outcome && outcome.error instanceof UpstreamError) return outcome.error
  throw new Error('the call did not fail with an UpstreamError', { cause: outcome })
}
