import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { ChildPlan } from './managed-child.ts'
import type { StateFolder } from './state-folder.ts'

const fileOf = (state: StateFolder, service: string): string => join(state.path, 'environment', `${service}.env`)

/**
 * Writes the variables that each service was given for itself, in the form of `node --env-file`. Operators' commands
 * run with them.
 */
export function writeEnvironments(state: StateFolder, services: readonly ChildPlan[]): void {
  mkdirSync(join(state.path, 'environment'), { recursive: true, mode: 0o700 })
  for (const { name, own } of services) {
    const lines = Object.entries(own).map(([key, value]) => `${key}="${value}"\n`)
    // The files have the roles' passwords. A mode is applied only when a file is created, so old files are removed
    // first.
    rmSync(fileOf(state, name), { force: true })
    writeFileSync(fileOf(state, name), lines.join(''), { mode: 0o600 })
  }
}

interface LastStart {
  /** The port of the public API. */
  readonly portBase: number
  /** The UPSTREAM_BASE_URL that the services were given. */
  readonly upstreamUrl: string
}

/** The last start of this checkout; undefined if there was none. */
export function findLastStart(state: StateFolder): LastStart | undefined {
  try {
    const { PORT, UPSTREAM_BASE_URL } = parseEnv(readFileSync(fileOf(state, 'public-api'), 'utf8'))
    return PORT === undefined || UPSTREAM_BASE_URL === undefined
      ? undefined
      : { portBase: Number(PORT), upstreamUrl: UPSTREAM_BASE_URL }
  } catch {
    return undefined
  }
}
