import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort, isFreePort } from '@course-grading/test-embedded-postgres'
import { expect, onTestFinished } from 'vitest'

/** One compile cache for all tests, which saves each start a second. */
const compileCache = join(import.meta.dirname, '../../node_modules/.cache/compile')

export interface StandIn {
  readonly child: ChildProcess
  /** All that it has written so far, to both outputs. */
  output(): string
  /** Resolves with the exit code, or null if a signal ended the process. */
  readonly exited: Promise<number | null>
}

interface StandInOptions {
  readonly stateRoot: string
  readonly portBase: number
  readonly env?: Record<string, string>
  readonly stdin?: 'ignore' | 'pipe'
  readonly fresh?: boolean
  /** The program to start; `product.ts` runs the real processes. */
  readonly entry?: 'main.ts' | 'product.ts'
}

/** Runs the starter with stand-ins for its processes. After the test it is ended if it still runs. */
export function spawnStandIn({
  stateRoot,
  portBase,
  env,
  stdin = 'ignore',
  fresh = false,
  entry = 'main.ts',
}: StandInOptions): StandIn {
  const words = ['--port-base', `${portBase}`, ...(fresh ? ['--fresh'] : [])]
  const child = spawn(process.execPath, [join(import.meta.dirname, entry), ...words], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache, STATE_ROOT: stateRoot, ...env },
    stdio: [stdin, 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const exited = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT')
    await exited
  })
  return { child, output: () => output, exited }
}

export async function untilReady(starter: StandIn): Promise<void> {
  await expect.poll(() => starter.output(), { timeout: 180_000 }).toContain('Ready.')
}

/**
 * An empty folder for the starter's `.local`, whose path has a space. PostgreSQL's user may enter it, unless `mode`
 * says otherwise.
 */
export function stateRootForTest(mode = 0o755): string {
  const dir = mkdtempSync(join(tmpdir(), 'course grading '))
  chmodSync(dir, mode)
  onTestFinished(() => {
    rmSync(dir, { recursive: true, force: true })
  })
  return dir
}

const givenBases: number[] = []

/** A port that is free, as are the further ports that a start needs. No other test here has it. */
export async function freePortBase(): Promise<number> {
  for (;;) {
    const base = await findFreePort()
    if (givenBases.some((given) => Math.abs(given - base) < 11)) continue
    givenBases.push(base)
    const free = await Promise.all([base - 1, base, base + 1, base + 2, base + 9].map(isFreePort))
    if (free.every(Boolean)) return base
  }
}

/**
 * The processes that are left of a start: those that name its folder (PostgreSQL), stand-ins, and the shells that watch
 * them.
 */
export function leftovers(stateRoot: string): string[] {
  const all = execFileSync('ps', ['-eo', 'pid=,command='], { encoding: 'utf8' }).split('\n')
  const pids = new Set(standInPids(stateRoot))
  return all.filter((line) => line.includes(stateRoot) || pids.has(Number.parseInt(line, 10)))
}

/** Each stand-in writes its process id and its parent's into its log. */
export function standInPids(stateRoot: string): number[] {
  const logs = join(stateRoot, '.local/logs')
  const texts = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'))
  return texts.flatMap((text) => /^(\d+) (\d+)$/m.exec(text)?.slice(1).map(Number) ?? [])
}
