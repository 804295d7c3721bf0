import { performance } from 'node:perf_hooks'
import { parseCommandLine } from '../command-line.ts'
import { findLastStart } from '../environments.ts'
import { findDatabase } from '../open-database.ts'
import { portsFrom } from '../ports.ts'
import { openStateFolder } from '../state-folder.ts'
import { simulatorUrlOf } from '../upstream.ts'
import { Actors } from './actors.ts'
import { howToBeginAgain } from './look.ts'
import { stories } from './stories.ts'

const usage = `pnpm demo [--port-base <port>]

Plays how work is handed in, judged and released, and how grades reach A+, against what npm start runs in this checkout; it takes
about a minute and a half.
`
const maxMs = 175_000

interface Demo {
  /** The folder that contains the `.local` folder of the start. */
  readonly stateRoot: string
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly say: (line: string) => void
  readonly complain: (line: string) => void
}

/**
 * Plays how work is handed in, read, judged and released, and how grades reach A+, against what `npm start` runs. Resolves with the exit code: 0 if all is as it should be, 1 if
 * something is not, 64 for wrong arguments.
 */
export async function runDemo(demo: Demo): Promise<number> {
  const state = openStateFolder(demo.stateRoot)
  const last = findLastStart(state)
  const options = parseCommandLine(demo.argv, last?.portBase)
  if (options.kind !== 'start' || options.watch || options.fresh) {
    demo.say(usage)
    return options.kind === 'help' ? 0 : 64
  }
  if (last?.portBase === options.portBase && last.upstreamUrl !== simulatorUrlOf(portsFrom(options.portBase))) {
    demo.complain(
      `The demo needs the simulator and its demo world; npm start was given another A+ (${last.upstreamUrl}).\n` +
        'Stop that start, run npm start without UPSTREAM_BASE_URL, and then pnpm demo again.',
    )
    return 1
  }
  if (findDatabase(demo.env['DATABASE_URL'], state) === null) {
    demo.complain('Nothing runs in this checkout: run npm start first, in another terminal.')
    return 1
  }
  return await play(options.portBase, demo)
}

async function play(portBase: number, { env, say, complain }: Demo): Promise<number> {
  const startedAt = performance.now()
  try {
    const actors = new Actors({
      ports: portsFrom(portBase),
      say,
      signal: AbortSignal.timeout(maxMs),
      secrets: {
        frontend: env['FRONTEND_SECRET'] ?? 'dev-frontend-secret-0000000000000000',
        manualGrading: env['MANUAL_GRADING_SECRET'] ?? 'dev-manual-grading-secret-0000000000',
      },
    })
    const missing = await actors.look()
    if (missing.length > 0) {
      complain(
        `The demo course is not as the demo needs it:\n${missing.map((line) => `  - ${line}\n`).join('')}\n${howToBeginAgain}`,
      )
      return 1
    }
    for (const [index, { title, play: playStory }] of stories.entries()) {
      say(`\n${index + 1}. ${title}`)
      await playStory(actors)
    }
    say(`\nAll as it should be, after ${Math.round((performance.now() - startedAt) / 1_000)} s.`)
    return 0
  } catch (error) {
    complain(`\nNot as it should be: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
}
