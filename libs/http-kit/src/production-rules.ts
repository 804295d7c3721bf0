import type { ConfigProblem } from './read-config.ts'
import type { KeyRing } from './key-ring-text.ts'
import type { Secrecy } from './config-variable.ts'

/** Settings of the process that would send its traffic elsewhere or trust others than it should. */
const forbidden: readonly { readonly variable: string; readonly when: (value: string) => boolean }[] = [
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy', 'NODE_USE_ENV_PROXY',
    'NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA']
    .map((variable) => ({ variable, when: (value: string) => value !== '' })),
  { variable: 'NODE_TLS_REJECT_UNAUTHORIZED', when: (value) => value === '0' },
  {
    variable: 'NODE_OPTIONS',
    // Node takes `_` for `-`, and quotes and backslashes away.
    when: (value) => /--(use-env-proxy|use-openssl-ca|use-system-ca|insecure-http-parser|inspect)/.test(value.replaceAll('_', '-').replaceAll(/["'\\]/g, '')),
  },
]

export function environmentProblems(env: Readonly<Record<string, string | undefined>>): ConfigProblem[] {
  return forbidden
    .filter(({ variable, when }) => when(env[variable] ?? ''))
    .map(({ variable, when }) => ({
      variable,
      problem: when('any') ? 'must not be set in production' : 'switches off a protection; not in production',
    }))
}

export interface ReadSecret {
  readonly variable: string
  readonly secrecy: Secrecy
  readonly text: string
  readonly value: unknown
  readonly developmentDefault: string | undefined
}

const minBytes = 32
const placeholder = /^(dev[-_]|test[-_]|change|replace|example|placeholder|secret|password|todo|<|\$\{)/i

const looksMade = (text: string): boolean => placeholder.test(text) || new Set(text).size < 8

function weakness({ text, developmentDefault }: ReadSecret): string | undefined {
  if (text !== developmentDefault && Buffer.byteLength(text) < minBytes) {
    return `must have at least ${minBytes} bytes in production`
  }
  return text === developmentDefault || looksMade(text) ? 'must not be a default or a placeholder in production' : undefined
}

interface Piece {
  readonly variable: string
  readonly text: string
}

/** What must be unique: each secret, and each key of each ring as its base64 text. */
function piecesOf({ variable, secrecy, text, value }: ReadSecret): Piece[] {
  if (secrecy !== 'key_ring') return [{ variable, text }]
  return (value as KeyRing).map(({ key }) => ({ variable, text: key.toString('base64') }))
}

/** Whether the ring has a key that nobody drew: a default one, or one of hardly any different bytes. */
function ringWeakness({ value, text, developmentDefault }: ReadSecret): string | undefined {
  const drawn = (value as KeyRing).every(({ key }) => new Set(key).size >= 8)
  return text === developmentDefault || !drawn ? 'must not hold a default or a made-up key in production' : undefined
}

/** Production wants secrets that are drawn, long, and used for one thing each. */
export function secretProblems(secrets: readonly ReadSecret[]): ConfigProblem[] {
  const own = secrets.filter(({ secrecy }) => secrecy !== 'credential')
  const weak = own.flatMap((secret) => {
    const problem = secret.secrecy === 'key_ring' ? ringWeakness(secret) : weakness(secret)
    return problem === undefined ? [] : [{ variable: secret.variable, problem }]
  })
  const pieces = own.flatMap(piecesOf)
  const repeated = pieces.flatMap(({ variable, text }, index) => {
    const first = pieces.findIndex((piece) => piece.text === text)
    return first < index ? [{ variable, problem: `must differ from ${pieces[first]?.variable} in production` }] : []
  })
  return [...weak, ...repeated]
}
