import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { programPath } from '@course-grading/bundle'

export interface RunningImage extends AsyncDisposable {
  readonly pid: number
  readonly port: number
  readonly opsPort: number | undefined
  /** Sends SIGTERM, and resolves with the exit code and how long the end took. */
  stop(): Promise<{ readonly exitCode: number | null; readonly durationMs: number }>
}

/**
 * Runs what an image holds as the image would, in its own folder. Resolves when it listens; rejects with its output if
 * it ends before that.
 */
export async function startImage(folder: string, env: Readonly<Record<string, string>>): Promise<RunningImage> {
  const child = spawn(process.execPath, [programPath], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'close')
  const listening = Promise.withResolvers<{ port: number; opsPort?: number }>()
  let output = ''
  const take = (chunk: string): void => {
    output += chunk
    const line = output
      .split('\n')
      .slice(0, -1)
      .find((text) => text.includes('"listening"'))
    if (line !== undefined) listening.resolve(JSON.parse(line) as { port: number; opsPort?: number })
  }
  child.stdout.setEncoding('utf8').on('data', take)
  child.stderr.setEncoding('utf8').on('data', take)
  void exited.then(() => listening.reject(new Error(`it ended before it listened:\n${output}`)))
  const { port, opsPort } = await listening.promise
  return {
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await exited
    },
    pid: child.pid ?? NaN,
    port,
    opsPort,
    stop: async () => {
      const startedAt = performance.now()
      child.kill('SIGTERM')
      await exited
      return { exitCode: child.exitCode, durationMs: performance.now() - startedAt }
    },
  }
}
