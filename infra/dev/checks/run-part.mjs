import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../../..')

/** Switches the tools' update checks and telemetry off. */
const quiet = {
  TURBO_TELEMETRY_DISABLED: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_UPDATE_NOTIFIER: '1',
}

/**
 * Runs one tool of `node_modules/.bin` at the root and resolves to whether it found nothing. Its output is shown only when
 * it found something, or at once when `live` is set. A tool that is not installed is a failure, because nothing was checked.
 *
 * @param {{ name: string, tool: string, args: readonly string[], env?: Record<string, string>, live?: boolean }} part
 * @returns {Promise<boolean>}
 */
export async function runPart({ name, tool, args, env = {}, live = false }) {
  const program = join(root, 'node_modules/.bin', tool)
  if (!existsSync(program)) {
    process.stdout.write(`${name}: FAILED, ${tool} is not installed: node infra/dev/starter/install.mjs\n`)
    return false
  }
  const startedAt = performance.now()
  const output = live ? 'inherit' : 'pipe'
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...quiet, ...env },
    stdio: ['ignore', output, output],
  })
  let words = ''
  child.stdout?.on('data', (bytes) => {
    words += bytes
  })
  child.stderr?.on('data', (bytes) => {
    words += bytes
  })
  const ended = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(code ?? signal))
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  if (ended !== 0) process.stdout.write(`${words}${name}: FAILED (${ended}) after ${seconds} s\n`)
  else process.stdout.write(`${name}: ok, ${seconds} s\n`)
  return ended === 0
}
