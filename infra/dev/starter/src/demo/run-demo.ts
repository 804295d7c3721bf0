import { performance } from 'node:perf_hooks'
import { createFrontendTransport } from '@course-grading/frontend-transport'
import { parseCommandLine } from '../command-line.ts'
import { findLastStart } from '../environments.ts'
import { frontendSecretOf } from '../frontend-secret.ts'
import { findDatabase } from '../open-database.ts'
import { portsFrom } from '../ports.ts'
import { openStateFolder } from '../state-folder.ts'
import { simulatorUrlOf } from '../upstream.ts'
import { Frontend } from './frontend.ts'
import { howToBeginAgain, lookAtDemoCourse } from './look.ts'
import { Platform } from './platform.ts'
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

/** Resolves with the exit code: 0 if all is as it should be, 1 if something is not, 64 for wrong arguments. */
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
  const ports = portsFrom(portBase)
  const transport = createFrontendTransport({
    baseUrl: `http://127.0.0.1:${ports.frontendInternal}`,
    secret: frontendSecretOf(env),
  })
  const stage = { ports, transport, say, signal: AbortSignal.timeout(maxMs) }
  try {
    const frontend = new Frontend(stage)
    const missing = await lookAtDemoCourse(await frontend.as('teacher'))
    if (missing.length > 0) {
      complain(
        `The demo course is not as the demo needs it:\n${missing.map((line) => `  - ${line}\n`).join('')}\n${howToBeginAgain}`,
      )
      return 1
    }
    for (const [index, { title, play: playStory }] of stories.entries()) {
      say(`\n${index + 1}. ${title}`)
      await playStory(new Platform(stage), frontend)
    }
    say(`\nAll as it should be, after ${Math.round((performance.now() - startedAt) / 1_000)} s.`)
    return 0
  } catch (error) {
    complain(`\nNot as it should be: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  } finally {
    await transport.close()
  }
}
