import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startWatched } from '@course-grading/test-embedded-postgres'
import { StartError } from './start-error.ts'

/** Builds the documentation site, as `pnpm docs:build` does. */
export async function buildDocs(checkout: string, logDir: string, signal: AbortSignal): Promise<void> {
  const logFile = join(logDir, 'build-documentation.log')
  const log = openSync(logFile, 'w')
  const build = await startWatched({
    command: [process.execPath, join(checkout, 'infra/dev/docs-pages/bin/build.ts')],
    cwd: checkout,
    env: process.env,
    log,
  })
  closeSync(log)
  const code = await Promise.race([build.ended, once(signal, 'abort').then(() => null)])
  if (code === null) build.kill('SIGKILL')
  signal.throwIfAborted()
  if (code !== 0) throw new StartError(`The documentation could not be built:\n${readFileSync(logFile, 'utf8')}`)
}
