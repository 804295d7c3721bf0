import { parse } from 'yaml'

/** A compose file in the forms that ours uses. compose.test.ts holds each file against the specification and against the table. */
export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly networks: Readonly<Record<string, ComposeNetwork>>
  readonly volumes: Readonly<Record<string, object>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

export interface ComposeService {
  readonly image: string
  readonly profiles?: readonly string[]
  readonly command?: readonly string[]
  readonly user?: string
  readonly restart?: string
  readonly stop_grace_period?: string
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly networks: readonly string[]
  readonly secrets?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly healthcheck?: { readonly disable?: boolean; readonly test?: readonly string[] }
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
}

interface ComposeNetwork {
  readonly internal?: boolean
  readonly ipam: { readonly config: readonly { readonly subnet: string }[] }
}

export const parseCompose = (text: string): Compose => parse(text, { merge: true }) as Compose

/** Merges an override into a compose file, as `docker compose -f … -f …` does: lists go on, maps get further keys. */
export const layOver = (base: Compose, text: string): Compose => merged(base, parse(text)) as Compose

function merged(base: unknown, over: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(over)) return [...(base as unknown[]), ...(over as unknown[])]
  if (!isMap(base) || !isMap(over)) return over
  const changed = Object.entries(over).map(([key, value]) => [key, merged(base[key], value)] as const)
  return { ...base, ...Object.fromEntries(changed) }
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// What stands in place of a value may itself have one reference.
const reference = /\$(?:(\$)|\{([A-Z][A-Z0-9_]*)(?::(-|\?)((?:\$\{[^}]*\}|[^}])*))?\})?/g

/**
 * Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?why}` as Compose does; a default may be such a reference. Throws if a required value is missing, or
 * on any other form.
 */
export function interpolate(text: string, env: Readonly<Record<string, string>>): string {
  return text.replaceAll(reference, (whole, dollar?: string, name?: string, kind?: string, rest?: string) => {
    if (dollar !== undefined) return '$'
    if (name === undefined) throw new Error(`${text}: ${whole} is not a form that is read here`)
    const value = env[name] ?? ''
    if (value !== '') return value
    if (kind === '?') throw new Error(`${name} is required: ${rest}`)
    return rest === undefined ? '' : interpolate(rest, env)
  })
}

/** The names of all variables that Compose replaces in a file. */
export function interpolatedNames(text: string): string[] {
  const names = [...text.matchAll(reference)].flatMap(([, , name, , rest = '']) =>
    name === undefined ? [] : [name, ...interpolatedNames(rest)],
  )
  return [...new Set(names)].sort()
}
