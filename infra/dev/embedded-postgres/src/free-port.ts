import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems give to connections: whoever leaves one for a moment finds it free again. */
const [lowest, beyond] = [10_240, 32_768]
const attempts = 1_000

/** A port of 127.0.0.1 that was free a moment ago; whoever takes it must be ready to lose the race. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const port = randomInt(lowest, beyond)
    if (await isFreePort(port)) return port
  }
  throw new Error('No port on 127.0.0.1.')
}

/** Whether nobody listens at this port of 127.0.0.1. */
export async function isFreePort(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  if (isFree) await once(server, 'close')
  return isFree
}
