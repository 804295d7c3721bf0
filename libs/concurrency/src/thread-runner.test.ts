import { setTimeout } from 'node:timers/promises'
import { expect, describe, onTestFinished, it } from 'vitest'
import { createThreadRunner, type RunnerLimits, type ThreadRunner } from './index.ts'
import type { Work } from './working-thread.fixture.ts'

describe('createThreadRunner', () => {
  it('returns to each of many callers at the same time their own reply, by one thread', async () => {
    const runner = started()
    const values = Array.from({ length: 30 }, (_, at) => String(at))
    expect(await Promise.all(values.map((value) => runner.run({ value })))).toEqual(values)
    expect(threads()).toBe(1)
  })

  it('waits for what the thread itself waits for', async () => {
    expect(await started().run({ isLater: true, value: 'later' })).toBe('later')
  })

  it('reports what the thread waited for in vain', async () => {
    const errors: unknown[] = []
    const runner = started({ onError: (error) => errors.push(error) })
    expect(await runner.run({ isLater: true, fails: 'error' })).toBeUndefined()
    expect(errors).toEqual([expect.any(Error)])
  })

  it('gives buffers to the thread', async () => {
    const bytes = new Uint8Array(3)
    expect(await started().run({ bytes }, { transfer: [bytes.buffer] })).toBe('3')
    expect(bytes.length).toBe(0)
  })

  it('leaves this thread to other work meanwhile', async () => {
    const work = started().run({ busyMs: 60_000 })
    expect(await Promise.race([work, setTimeout(50, 'other work')])).toBe('other work')
  })

  it('does other work in its second thread while the first one is busy', async () => {
    const runner = started({ threads: 2 })
    const busy = runner.run({ busyMs: 60_000 })
    expect(await Promise.race([busy, runner.run({ value: 'first' })])).toBe('first')
    expect(await Promise.race([busy, runner.run({ value: 'second' })])).toBe('second')
    expect(threads()).toBe(2)
  })

  it('ends work that takes too long, and does the next', async () => {
    const runner = started({ limitMs: 100 })
    expect(await runner.run({ busyMs: 60_000 })).toBe('timed_out')
    // Polls as often as a machine under load needs.
    await expect.poll(() => runner.run({ value: 'next' })).toBe('next')
  })

  it('does no work that waited too long, or whose caller has gone', async () => {
    const runner = started({ waitMs: 20 })
    const gone = new AbortController()
    const first = runner.run({ busyMs: 300, value: 'first' })
    const others = [
      runner.run({}),
      runner.run({}, { signal: gone.signal }),
      runner.run({}, { signal: AbortSignal.abort() }),
    ]
    gone.abort()
    expect(await Promise.all(others)).toEqual([undefined, undefined, undefined])
    expect(await first).toBe('first')
  })

  it.each(['error', 'memory'] as const)(
    'reports the %s that ended the thread, and does the next work',
    async (fails) => {
      const errors: unknown[] = []
      const runner = started({ onError: (error) => errors.push(error) })
      expect(await runner.run({ fails })).toBeUndefined()
      expect(errors).toEqual([expect.any(Error)])
      expect(await runner.run({ value: 'next' })).toBe('next')
    },
  )

  it('ends its thread if there is no work, and starts another one later', async () => {
    const runner = started({ idleMs: 1 })
    await runner.run({})
    await expect.poll(threads).toBe(0)
    expect(await runner.run({ value: 'again' })).toBe('again')
  })

  it('ends work when it is closed, reports no error, and does nothing afterwards', async () => {
    const errors: unknown[] = []
    const runner = started({ onError: (error) => errors.push(error) })
    const work = runner.run({ busyMs: 60_000 })
    await expect.poll(threads).toBe(1)
    await runner.close()
    expect([await work, await runner.run({})]).toEqual([undefined, undefined])
    expect([errors, threads()]).toEqual([[], 0])
  })
})

/** The limits are long, since a machine under load may be slow. A test of a limit gives that limit itself. */
function started(limits: Partial<RunnerLimits> = {}): ThreadRunner<Work, string> {
  const module = new URL('./working-thread.fixture.ts', import.meta.url)
  const spec = { name: 'test', resourceLimits: { maxOldGenerationSizeMb: 32 } }
  const runner = createThreadRunner<Work, string>(module, spec, { limitMs: 60_000, waitMs: 60_000, ...limits })
  onTestFinished(() => runner.close())
  return runner
}

/** Number of threads of this process, without the main thread. */
function threads(): number {
  const { workers } = process.report.getReport() as { readonly workers: readonly unknown[] }
  return workers.length
}
