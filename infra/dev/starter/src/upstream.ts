import { isIP } from 'node:net'
import type { Ports } from './ports.ts'
import { StartError } from './start-error.ts'

/** The A+ of one start. */
export interface StartUpstream {
  /** The value of UPSTREAM_BASE_URL. */
  readonly url: string
  /** Whether the starter runs it: the simulator with the demo world. */
  readonly isSimulator: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

export const simulatorUrlOf = (ports: Ports): string => `http://127.0.0.1:${ports.simulator}`

/**
 * The A+ that the environment names, else the simulator. An empty variable counts as absent, as it does for the
 * services.
 */
export function upstreamOf(env: Environment, ports: Ports): StartUpstream {
  const given = env['UPSTREAM_BASE_URL'] ?? ''
  if (given === '') return { url: simulatorUrlOf(ports), isSimulator: true }
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol)) {
    throw new StartError(
      'UPSTREAM_BASE_URL must be the address of an A+ without /api/v2, such as https://plus.example.org.',
    )
  }
  return { url: given, isSimulator: false }
}

/**
 * CALLBACK_ALLOWED for an A+: its grading addresses. The services refuse private addresses unless a range is named.
 * Whoever starts them with an address of this machine, or with a private one that is written out, wants that one to be
 * allowed.
 */
export function callbacksOf({ url }: StartUpstream): string {
  return withRangesOf(url, `${url.replace(/\/+$/, '')}/api/v2/submissions/*/grader`)
}

/** TEMPLATE_ORIGINS for an A+: its own origin, with ranges as for its grading addresses. */
export function templateOriginsOf({ url }: StartUpstream): string {
  return withRangesOf(url, new URL(url).origin)
}

/** An entry of a list of allowed servers: the target, with the address range of the host if it needs one. */
function withRangesOf(url: string, target: string): string {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost') return `${target}|127.0.0.1/32,${target}|::1/128`
  const family = isIP(host)
  return family === 0 ? target : `${target}|${host}/${family === 4 ? 32 : 128}`
}
