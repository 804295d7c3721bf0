import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'

describe('the simulator as a process', () => {
  it('has the menu link whose key, address and file of the secret it is given', async ({ onTestFinished }) => {
    const folder = mkdtempSync(join(tmpdir(), 'simulator-'))
    const secretFile = join(folder, 'lti-secret')
    writeFileSync(secretFile, 'secret\n')
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const env = { LTI_KEY: 'key', LTI_SECRET_FILE: secretFile, LTI_LAUNCH_URL: 'http://127.0.0.1:1/lti/launch' }
    expect(await firstPageWith(env)).toContain('<button>Programming 1</button>')
  })
})

async function firstPageWith(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    const { url } = JSON.parse(line) as { url: string }
    return await (await fetch(url)).text()
  } finally {
    const exited = once(child, 'exit')
    child.kill()
    await exited
  }
}
