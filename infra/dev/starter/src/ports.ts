import { once } from 'node:events'
import { createServer } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { docsOffset, simulatorOffset } from './command-line.ts'
import { StartError } from './start-error.ts'

export interface Ports {
  readonly web: number
  readonly publicApi: number
  readonly frontendInternal: number
  readonly manualGrading: number
  readonly simulator: number
  /** Null if the documentation site is not asked for. */
  readonly docs: number | null
}

export function portsFrom(base: number, docs = false): Ports {
  return {
    web: base - 1,
    publicApi: base,
    frontendInternal: base + 1,
    manualGrading: base + 2,
    simulator: base + simulatorOffset,
    docs: docs ? base + docsOffset : null,
  }
}

/** How long ports may be taken: the processes of a start that was killed hold theirs for a moment. */
const patienceMs = 1_500

/** Throws before anything is started if a port is taken. The error names every such port and what to do. */
export async function requireFreePorts(wanted: Readonly<Record<string, number>>): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    const taken = await takenOf(wanted)
    if (taken.length === 0) return
    if (performance.now() - startedAt > patienceMs) throw new StartError(takenMessage(taken))
    await sleep(100)
  }
}

async function takenOf(wanted: Readonly<Record<string, number>>): Promise<[string, number][]> {
  const found = await Promise.all(
    Object.entries(wanted).map(async (entry) => ((await isFree(entry[1])) ? [] : [entry])),
  )
  return found.flat()
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

function takenMessage(taken: readonly [string, number][]): string {
  const list = taken.map(([name, port]) => `  port ${port} for ${name}`).join('\n')
  return (
    `In use by another program on 127.0.0.1:\n${list}\n` + 'Stop it, or move all ports: npm start -- --port-base 9081'
  )
}
