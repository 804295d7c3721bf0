import type { ConfigProblem } from './config-problem.ts'
import type { Secrecy } from './config-variable.ts'
import { developmentSecrets } from './development-secrets.ts'
import { type KeyRing, parseKeyRing } from './key-ring-text.ts'

/** Variables of the process by which it would send its traffic elsewhere, or trust others than it should. */
const forbidden: readonly { readonly variable: string; readonly when: (value: string) => boolean }[] = [
  ...[
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'ALL_PROXY',
    'http_proxy',
    'https_proxy',
    'all_proxy',
    'NODE_USE_ENV_PROXY',
    'NODE_EXTRA_CA_CERTS',
    'NODE_USE_SYSTEM_CA',
    'OPENSSL_CONF',
  ].map((variable) => ({ variable, when: (value: string) => value !== '' })),
  { variable: 'NODE_TLS_REJECT_UNAUTHORIZED', when: (value) => value === '0' },
  { variable: 'NODE_OPTIONS', when: weakens },
]

/** Whether the options of Node send traffic elsewhere, trust others, read HTTP loosely, weaken TLS or reveal its keys. */
function weakens(options: string): boolean {
  // Node reads `_` as `-`, and removes quotes and backslashes.
  return /--(use-env-proxy|use-openssl-ca|use-system-ca|insecure-http-parser|inspect|openssl-|tls-(?!min-v1\.[23]))/.test(
    options.replaceAll('_', '-').replaceAll(/["'\\]/g, ''),
  )
}

/** `switches`: those on Node's own command line, which mean the same as in NODE_OPTIONS. */
export function environmentProblems(
  env: Readonly<Record<string, string | undefined>>,
  switches: readonly string[],
): ConfigProblem[] {
  const problems = forbidden
    .filter(({ variable, when }) => when(env[variable] ?? ''))
    .map(({ variable, when }) => ({
      variable,
      problem: when('any') ? 'must not be set in production' : switchedOff,
    }))
  return switches.some(weakens)
    ? [...problems, { variable: 'the command line of node', problem: switchedOff }]
    : problems
}

const switchedOff = 'switches off a protection; not in production'

export interface ReadSecret {
  readonly variable: string
  readonly secrecy: Secrecy
  readonly text: string
  readonly value: unknown
  readonly developmentDefault: string | undefined
}

const minBytes = 32
const placeholder = /^(dev[-_]|test[-_]|change|replace|example|placeholder|secret|password|todo|<|\$\{)/i

const isInvented = (text: string): boolean => placeholder.test(text) || new Set(text).size < 8

function knownPieces(secrets: readonly ReadSecret[]): Set<string> {
  const defaults = secrets.flatMap(({ developmentDefault }) =>
    developmentDefault === undefined ? [] : [developmentDefault],
  )
  return new Set(
    [...Object.values(developmentSecrets), ...defaults].flatMap((text) => {
      const keys = parseKeyRing(text) ?? []
      return [text.trim(), ...keys.map(({ key }) => key.toString('base64'))]
    }),
  )
}

function weakness({ text }: ReadSecret, known: ReadonlySet<string>): string | undefined {
  if (known.has(text.trim()) || isInvented(text)) return 'must not be a default or a placeholder in production'
  return Buffer.byteLength(text.trim()) < minBytes ? `must have at least ${minBytes} bytes in production` : undefined
}

interface Piece {
  readonly variable: string
  readonly text: string
}

/** What must be unique: a secret, or each key of a ring as its base64 text, whatever its id and position. */
function piecesOf({ variable, secrecy, text, value }: ReadSecret): Piece[] {
  if (secrecy !== 'key_ring') return [{ variable, text: text.trim() }]
  return (value as KeyRing).map(({ key }) => ({ variable, text: key.toString('base64') }))
}

/** A ring is weak if one of its keys was not drawn at random: if it is one for development, or has fewer than 8 different bytes. */
function ringWeakness({ value }: ReadSecret, known: ReadonlySet<string>): string | undefined {
  const drawn = (value as KeyRing).every(({ key }) => new Set(key).size >= 8 && !known.has(key.toString('base64')))
  return drawn ? undefined : 'must not hold a default or a made-up key in production'
}

/** If other machines can reach a service, no secret or key may be one that everybody can read in this repository. */
export function exposedSecretProblems(secrets: readonly ReadSecret[]): ConfigProblem[] {
  const own = secrets.filter(({ secrecy }) => secrecy !== 'credential')
  const known = knownPieces(own)
  const isDefault = new Set(
    own
      .flatMap(piecesOf)
      .filter(({ text }) => known.has(text))
      .map(({ variable }) => variable),
  )
  return [...isDefault].map((variable) => ({
    variable,
    problem: 'must not be a default where HOST is not a loopback address',
  }))
}

/** In production secrets must be drawn at random, long, and used for one purpose each. */
export function secretProblems(secrets: readonly ReadSecret[]): ConfigProblem[] {
  const own = secrets.filter(({ secrecy }) => secrecy !== 'credential')
  const known = knownPieces(own)
  const weak = own.flatMap((secret) => {
    const problem = secret.secrecy === 'key_ring' ? ringWeakness(secret, known) : weakness(secret, known)
    return problem === undefined ? [] : [{ variable: secret.variable, problem }]
  })
  const pieces = own.flatMap(piecesOf)
  const repeated = pieces.flatMap(({ variable, text }, index) => {
    const first = pieces.findIndex((piece) => piece.text === text)
    return first < index ? [{ variable, problem: `must differ from ${pieces[first]?.variable} in production` }] : []
  })
  return [...weak, ...repeated]
}
