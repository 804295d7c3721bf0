import type { AllowedOrigin, ResolveName } from '@course-grading/outbound'
import { createKeyedSemaphore } from '@course-grading/concurrency'
import { startDeadline } from '../call/deadline.ts'
import { fetchTemplate } from './fetch-template.ts'
import { createTemplateCache, type TemplateCacheLimits } from './template-cache.ts'
import { templateSourceOf, type TemplateSource } from './template-source.ts'

/** Operators do not choose these limits; tests make them small. */
export interface TemplateLimits extends TemplateCacheLimits {
  /** Max number of files of one `read`; more are left out. */
  readonly maxFiles: number
  readonly maxFileBytes: number
  /** Time limit of one `read`, and of one file with the wait for its turn. */
  readonly limitMs: number
  readonly connectMs: number
  readonly concurrency: number
}

export const defaultTemplateLimits: TemplateLimits = {
  maxFiles: 100,
  maxFileBytes: 1024 * 1024,
  limitMs: 10_000,
  connectMs: 2000,
  concurrency: 4,
  keptMs: 300_000,
  failureKeptMs: 30_000,
  maxBytes: 32 * 1024 * 1024,
  maxEntries: 2000,
}

export interface TemplatesOptions {
  /** Origins from which templates may be read: TEMPLATE_ORIGINS. */
  readonly allowed: readonly AllowedOrigin[]
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number
  readonly limits?: Partial<TemplateLimits>
  /** How names become addresses; by default the system resolves them. */
  readonly resolveName?: ResolveName
}

export interface Templates {
  /** Files by name; of one name the first that exists. Never rejects: a failed file is left out. Other callers share the bytes. */
  readonly read: (urls: readonly string[], signal?: AbortSignal) => Promise<ReadonlyMap<string, Uint8Array>>
  /** Ends requests in progress, and makes no more. */
  readonly close: () => void
}

export function createTemplates({ allowed, now, limits: given, resolveName }: TemplatesOptions): Templates {
  const limits = { ...defaultTemplateLimits, ...given }
  const cache = createTemplateCache(limits, now ?? (() => performance.now()))
  const turns = createKeyedSemaphore<string>({ slots: limits.concurrency })
  const underWay = new Map<string, Promise<Uint8Array | null>>()
  const closing = new AbortController()

  const fetchInTurn = async (source: TemplateSource): Promise<Uint8Array | null> => {
    const { signal, end } = startDeadline(limits.limitMs, closing.signal)
    try {
      const turn = await turns.acquire(source.origin, { waitMs: limits.limitMs, signal })
      if (turn !== 'acquired') return null
      const { connectMs, maxFileBytes: maxBytes } = limits
      return await fetchTemplate({ source, connectMs, maxBytes, signal, ...(resolveName && { resolveName }) }).finally(
        () => turns.release(source.origin),
      )
    } finally {
      end()
    }
  }
  /** A request that is too slow for one caller goes on, so that a later caller has the file. */
  const obtain = (source: TemplateSource): Promise<Uint8Array | null> => {
    const { url } = source
    const known = cache.get(url)
    if (known !== undefined) return Promise.resolve(known)
    const begun = underWay.get(url)
    if (begun !== undefined) return begun
    const fetching = fetchInTurn(source).then((bytes) => {
      underWay.delete(url)
      cache.put(url, bytes)
      return bytes
    })
    underWay.set(url, fetching)
    return fetching
  }

  return {
    read: async (urls, caller) => {
      const sources = urls.flatMap((url) => templateSourceOf(url, allowed) ?? []).slice(0, limits.maxFiles)
      const files = new Map<string, Uint8Array>()
      if (sources.length === 0 || closing.signal.aborted) return files
      const { signal, end } = startDeadline(limits.limitMs, caller)
      const ended = new Promise<null>((resolve) => {
        if (signal.aborted) resolve(null)
        signal.addEventListener('abort', () => resolve(null))
      })
      const read = await Promise.all(sources.map((source) => Promise.race([obtain(source), ended])))
      end()
      for (const [at, { fileName }] of sources.entries()) {
        const bytes = read[at] ?? null
        if (bytes !== null && !files.has(fileName)) files.set(fileName, bytes)
      }
      return files
    },
    close: () => closing.abort(),
  }
}
