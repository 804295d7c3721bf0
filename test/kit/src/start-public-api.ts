import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { punctually } from './node-options.ts'
import { compileCache } from './start-command.ts'

const main = join(import.meta.dirname, '../../../services/public-api/src/main.ts')

export interface PublicApiProcess {
  /** The origin of the service. */
  readonly url: string
  stop(): Promise<void>
}

/** Starts the service as a process on a free port. Resolves when it listens, rejects if it ends before that. */
export async function startPublicApi(databaseUrl: string, upstreamUrl: string): Promise<PublicApiProcess> {
  const child = spawn(process.execPath, [punctually, main], {
    env: {
      DATABASE_URL: databaseUrl,
      UPSTREAM_BASE_URL: upstreamUrl,
      PORT: '0',
      SHUTDOWN_GRACE_S: '7',
      NODE_COMPILE_CACHE: compileCache,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let port: number | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line) as { message: string; port?: number }
    if (event.message === 'listening') port = event.port
    if (event.message === 'open') break
  }
  child.stdout.resume()
  if (child.exitCode !== null || port === undefined) throw new Error('public-api ended before it was open')
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGINT') // unlike SIGTERM it does not keep accepting for a while first
      await exited
    },
  }
}
