import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

describe('exitProcess', { timeout: 30_000 }, () => {
  it('exits with the code', async () => {
    expect(await endOf('')).toEqual([3, null])
  })

  it('exits with the code although a thread of the pool is in a system call that never ends', async () => {
    const pipe = join(tmpdir(), 'nobody-writes')
    execFileSync('mkfifo', [pipe])
    expect(await endOf(`open(${JSON.stringify(pipe)}, 'r', () => {})`)).toEqual([3, null])
    rmSync(pipe)
  })
})

/** Runs a program that ends with 3, and returns how it ended. */
async function endOf(beginning: string): Promise<unknown[]> {
  const program = `
    import { open } from 'node:fs'
    import { exitProcess } from ${JSON.stringify(import.meta.resolve('./exit-process.ts'))}
    ${beginning}
    setTimeout(() => void exitProcess(3, 200), 50)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: 'ignore',
    timeout: 20_000,
    killSignal: 'SIGKILL',
  })
  return await once(child, 'exit')
}
