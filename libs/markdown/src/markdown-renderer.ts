import { createThreadRunner, type RunnerLimits } from '@course-grading/threads'
import type { Rendering } from './markdown-worker.ts'
import type { Rendered } from './render-texts.ts'

/** In a separate thread, because a text of the greatest length may take seconds; parser and sanitiser are loaded there. */
export interface MarkdownRenderer {
  /** At most `maxBytes` together; too slow counts as too long. Undefined if too many waited before it, the thread failed or was closed. */
  render(texts: readonly string[], maxBytes: number, signal?: AbortSignal): Promise<Rendered | undefined>
  /** Renderings that wait or run have no result. */
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
