import { resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createDatabase } from '@course-grading/data'
import { parseCommandLine } from '../command-line.ts'
import { findPortBase } from '../environments.ts'
import { findDatabase } from '../open-database.ts'
import { portsFrom } from '../ports.ts'
import { openStateFolder } from '../state-folder.ts'
import { Actors } from './actors.ts'
import { stories } from './stories.ts'

/** Plays the way of a grade against what `npm start` runs. Exit codes: 0 all as told, 1 something was not, 64 wrong arguments. */
const usage = `pnpm demo [--port-base <port>]

Plays how grades reach A+, against what npm start runs in this checkout; it takes about a minute and a half.
`
const mostMs = 175_000
const state = openStateFolder(resolve(import.meta.dirname, '../../../..'))
const asked = parseCommandLine(process.argv.slice(2), findPortBase(state))
const say = (line: string): void => void process.stdout.write(`${line}\n`)

if (asked.kind !== 'start' || asked.watch) {
  process.stdout.write(usage)
  process.exitCode = asked.kind === 'help' ? 0 : 64
} else {
  const url = findDatabase(process.env['DATABASE_URL'], state)
  if (url === null) {
    process.stderr.write('Nothing runs in this checkout: npm start first, in another terminal.\n')
    process.exitCode = 1
  } else {
    process.exitCode = await play(url, asked.portBase)
  }
}

async function play(url: string, portBase: number): Promise<number> {
  const startedAt = performance.now()
  const database = await createDatabase({ url, applicationName: 'demo', poolMax: 1 })
  try {
    const actors = new Actors({
      database, ports: portsFrom(portBase), say, signal: AbortSignal.timeout(mostMs),
      secrets: {
        frontend: process.env['FRONTEND_SECRET'] ?? 'dev-frontend-secret-0000000000000000',
        manualGrading: process.env['MANUAL_GRADING_SECRET'] ?? 'dev-manual-grading-secret-0000000000',
      },
    })
    for (const [index, { title, play: playStory }] of stories.entries()) {
      say(`\n${index + 1}. ${title}`)
      await playStory(actors)
    }
    say(`\nAll as it should be, after ${Math.round((performance.now() - startedAt) / 1_000)} s.`)
    return 0
  } catch (error) {
    process.stderr.write(`\nNot as it should be: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  } finally {
    await database.end()
  }
}
