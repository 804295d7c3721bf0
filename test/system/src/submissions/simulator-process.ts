import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FaultScript, JournalEntry, JournalFilter, WorldEdit } from '@course-grading/test-fake-upstream'
import { patienceMs, waitFor } from '../service-process.ts'

const program = fileURLToPath(new URL('../../../fake-upstream/src/main.ts', import.meta.url))

/** The simulator in a separate process, so that its work does not delay the client by which a test measures. */
export interface SimulatorProcess {
  readonly url: string
  readonly edit: <Result>(edit: WorldEdit) => Promise<Result>
  /** Adds a fault. Returns the function that removes it. */
  readonly addFault: (script: FaultScript) => Promise<() => Promise<void>>
  readonly clearFaults: () => Promise<void>
  /** Waits for the first request for the file. */
  readonly readOf: (file: { readonly upstreamPath: string }) => Promise<JournalEntry>
  /** Waits until the first request for the file has ended because its client left. */
  readonly untilLeft: (file: { readonly upstreamPath: string }) => Promise<JournalEntry>
  /** The requests that it has seen. */
  readonly entries: (wanted: Pick<JournalFilter, 'operation' | 'path'>) => Promise<readonly JournalEntry[]>
  readonly stop: () => Promise<void>
}

export async function startSimulatorProcess(): Promise<SimulatorProcess> {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env['PATH'], PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { url } = JSON.parse(line) as { url: string }
  const control = async <Result>(method: string, path: string, body?: object): Promise<Result> => {
    const reply = await fetch(`${url}/__sim${path}`, { method, body: body === undefined ? null : JSON.stringify(body) })
    const value: unknown = await reply.json()
    if (reply.status !== 200) throw new Error(`the simulator refused ${method} ${path}: ${JSON.stringify(value)}`)
    return value as Result
  }
  const readOf: SimulatorProcess['readOf'] = async ({ upstreamPath: path }) => {
    const query = new URLSearchParams({ path, timeoutMs: String(patienceMs) })
    const { entries } = await control<{ entries: JournalEntry[] }>('GET', `/journal/wait?${query}`)
    return entries[0]!
  }
  return {
    url,
    edit: (edit) => control('POST', '/world/edits', edit),
    addFault: async (script) => {
      const { id } = await control<{ id: number }>('POST', '/faults', script)
      return () => control('DELETE', `/faults/${id}`)
    },
    clearFaults: () => control('DELETE', '/faults'),
    readOf,
    untilLeft: (file) =>
      waitFor('the call to end', async () => {
        const read = await readOf(file)
        return read.outcome === 'client_left' && read
      }),
    entries: async (wanted) =>
      (await control<{ entries: JournalEntry[] }>('GET', `/journal?${new URLSearchParams(wanted)}`)).entries,
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
