import { createThreadRunner, type RunnerLimits } from '@course-grading/concurrency'
import type { Rendering } from './markdown-worker.ts'
import type { Rendered } from './render-texts.ts'

/** Renders in a separate thread, since a long text may take seconds. The thread alone loads parser and sanitiser. */
export interface MarkdownRenderer {
  /** `maxBytes`: of all texts. Overrunning the time is `too_long`; undefined if it waited too long, was aborted, failed, or was closed. */
  render(texts: readonly string[], maxBytes: number, signal?: AbortSignal): Promise<Rendered | undefined>
  close(): Promise<void>
}

/** The costliest text of 200,000 characters needs half of this memory. */
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 16 }

export function createMarkdownRenderer(limits: Partial<RunnerLimits> = {}): MarkdownRenderer {
  const runner = createThreadRunner<Rendering, Rendered>(
    new URL('./markdown-worker.ts', import.meta.url),
    { name: 'markdown', resourceLimits },
    { limitMs: 10_000, waitMs: 10_000, ...limits },
  )
  return {
    async render(texts, maxBytes, signal) {
      const rendered = await runner.run({ texts, maxBytes }, { signal })
      return rendered === 'timed_out' ? { ok: false, reason: 'too_long' } : rendered
    },
    close: runner.close,
  }
}
