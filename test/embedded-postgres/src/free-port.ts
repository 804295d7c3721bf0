import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * These ports are below those that systems give to outgoing connections, so a port that is released for a moment stays
 * free.
 */
const [lowest, beyond] = [10_240, 32_768]
const attempts = 1_000
/** A caller may ask for a second port before it takes the first. */
const tried = new Set<number>()

/** A port of 127.0.0.1 that was free a moment ago. The caller must expect that another process takes it first. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const port = randomInt(lowest, beyond)
    if (tried.has(port)) continue
    tried.add(port)
    if (await isFreePort(port)) return port
  }
  throw new Error('No port on 127.0.0.1.')
}

/** Whether nothing listens on this port of 127.0.0.1. */
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
