import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { inRepository } from './infra-files.ts'

const setup = inRepository('infra/dev/checks/end-with-tests.ts')

describe('processes that tests start', () => {
  it.each([
    ['is killed', 'SIGKILL', ''],
    ['is terminated', 'SIGTERM', ''],
    ['exits before they end', undefined, 'process.exit(0)'],
  ] as const)('end with the process of the tests when that %s', async (_how, signal, ending) => {
    const tests = spawn(process.execPath, ['--input-type=module', '--eval', startsThree(ending)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface(tests.stdout), 'line')) as [string]
    const { ended, left } = JSON.parse(line) as { ended: number; left: readonly number[] }
    expect([ended, ...left].every((pid) => pid > 0)).toBe(true)
    if (signal !== undefined) tests.kill(signal)
    await expect.poll(() => left.filter(isAlive)).toEqual([])
  })
})

/** A process of tests that has started a process that has ended, one that has not, and a group of two with a leader. */
const startsThree = (ending: string): string => `
  await import(${JSON.stringify(setup)})
  import { spawn } from 'node:child_process'
  import { once } from 'node:events'
  const ended = spawn('true')
  await once(ended, 'exit')
  const alone = spawn('sleep', ['600'])
  const leader = spawn('/bin/sh', ['-c', 'sleep 600 & echo $!; wait'], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  const [member] = await once(leader.stdout, 'data')
  console.log(JSON.stringify({ ended: ended.pid, left: [alone.pid, leader.pid, Number(member)] }))
  ${ending}`

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
