import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { join } from 'node:path'

interface SpawnedStarter {
  readonly child: ChildProcess
  readonly pid: number
  readonly url: string
  /** The user that the stand-in runs as. */
  readonly uid: number
}

/**
 * Runs the stand-in starter as a process, by the command `via` if there is one, and waits until its PostgreSQL is
 * ready.
 */
export async function spawnStarter(args: readonly string[], via: readonly string[] = []): Promise<SpawnedStarter> {
  const entry = join(import.meta.dirname, 'starter.fixture.ts')
  const [program = process.execPath, ...rest] = [...via, process.execPath, entry, ...args]
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let output = ''
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (output.includes('\n')) resolve(output)
  })
  child.once('close', () => {
    reject(new Error(`The starter ended early:\n${errors}`))
  })
  const { pid, url, uid } = JSON.parse(await promise) as { pid: number; url: string; uid: number }
  return { child, pid, url, uid }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
