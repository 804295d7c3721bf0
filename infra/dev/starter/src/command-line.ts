import { parseArgs } from 'node:util'

const defaultPortBase = 8081
/** The simulator's port is this much above the public API's. */
export const simulatorOffset = 9
/** The same for the documentation site. */
export const docsOffset = 7

export interface StartOptions {
  readonly portBase: number
  /** Whether a process restarts when its source changes. */
  readonly watch: boolean
  /** Whether the demo world of earlier starts is deleted first. */
  readonly fresh: boolean
  /** Whether the documentation site is built and served beside the services. */
  readonly docs: boolean
}

type CommandLine =
  | ({ readonly kind: 'start' } & StartOptions)
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly problem: string }

export const usage = `npm start [-- --port-base <port>] [--fresh] [--docs]

Starts PostgreSQL, the upstream simulator, the services and the web frontend on 127.0.0.1, until Ctrl-C.

  --port-base <port>  port of the public API (default ${defaultPortBase}); the web frontend is the one before,
                      frontend-internal the next one, manual-grading the one after, the simulator ${simulatorOffset} above
  --fresh             make the demo world new: delete its database and all that was done in it
  --docs              build the documentation site and serve it, ${docsOffset} above; the first time downloads some 190 MB
  --watch             restart a process when one of its source files changes
  DATABASE_URL        in the environment: use this PostgreSQL (15 to 18) as the owner of its database
  UPSTREAM_BASE_URL   in the environment: use this A+ instead of the simulator and its demo world
`

/** @param portWithout the port base if the command line has none */
export function parseCommandLine(argv: readonly string[], portWithout = defaultPortBase): CommandLine {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        'port-base': { type: 'string' },
        watch: { type: 'boolean' },
        fresh: { type: 'boolean' },
        docs: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help === true) return { kind: 'help' }
    const text = values['port-base'] ?? `${portWithout}`
    const portBase = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
    if (portBase >= 2 && portBase + simulatorOffset <= 65_535) {
      const { watch = false, fresh = false, docs = false } = values
      return { kind: 'start', portBase, watch, fresh, docs }
    }
    const last = 65_535 - simulatorOffset
    return { kind: 'wrong', problem: `--port-base must be a port from 2 to ${last}, not "${text}".` }
  } catch (error) {
    return { kind: 'wrong', problem: error instanceof Error ? error.message : String(error) }
  }
}
