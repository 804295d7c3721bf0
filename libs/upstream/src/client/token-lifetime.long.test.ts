import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { replyOf, identityBody, startAdversarialServer } from '../adversarial-server.fixture.ts'

describe('a token', () => {
  it('is in no object of the process when its calls have ended', async () => {
    const { heap, token } = await heapAfterCalls()
    expect(heap.includes(token)).toBe(false)
  })

  it('would be found if an object kept it', async () => {
    const { heap, token } = await heapAfterCalls('keep')
    expect(heap.includes(token)).toBe(true)
  })
})

const script = join(import.meta.dirname, '../heap-after-calls.fixture.ts')

/** The heap of a process after its calls, and the token that the server was shown. */
const heapAfterCalls = async (...mode: string[]): Promise<{ heap: string; token: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'heap-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const server = await startAdversarialServer((socket, head) => {
    const status = Number(/\/users\/(\d+) /.exec(head)?.[1] ?? 200)
    if (status !== 599) socket.write(replyOf(status, identityBody())) // 599: silence until the deadline
  })
  onTestFinished(() => server.close())
  const file = join(folder, 'heap.json')
  await promisify(execFile)(process.execPath, ['--expose-gc', script, server.url, file, ...mode])
  const token = /authorization: Token (\w+)/i.exec(server.requests[0] ?? '')?.[1] ?? ''
  expect(token).toHaveLength(40)
  return { heap: await readFile(file, 'utf8'), token }
}
