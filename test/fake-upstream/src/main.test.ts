import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'

describe('main', () => {
  const signals = ['SIGTERM', 'SIGINT'] as const
  it.each(signals)('prints where it listens, and exits with 0 on %s while a request hangs', async (signal) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    const { event, url, pid } = JSON.parse(line) as { event: string; url: string; pid: number }
    expect([event, pid]).toEqual(['listening', child.pid])
    const body = '{"path":"/api/v2/me","action":{"kind":"never_answer"}}'
    await fetch(`${url}/__sim/faults`, { method: 'POST', body })
    const hanging = fetch(`${url}/api/v2/me`).catch(() => 'cut')
    await fetch(`${url}/__sim/journal/wait?path=/api/v2/me&timeoutMs=60000`)
    child.kill(signal)
    expect([await once(child, 'exit'), await hanging]).toEqual([[0, null], 'cut'])
  })
})
