import { setTimeout } from 'node:timers/promises'
import { highlightLanguages } from '@course-grading/contracts/settings/highlight-languages'
import type { SubmissionContent } from '@course-grading/contracts/submissions/submission-content'
import { createThreadRunner, type RunnerLimits } from '@course-grading/concurrency'
import { LRUCache } from 'lru-cache'
import type { Colours } from './code-tokens.ts'
import type { Colouring } from './colour-lines.ts'
import { colouredLines } from './coloured-lines.ts'
import { cutText } from './drawn-text.ts'

type ColouredFile = Pick<SubmissionContent['files'][number], 'fileId' | 'sha256' | 'language' | 'template' | 'text'>

/** Colours by `fileId`. A file without colours is plain. */
export type ColoursByFile = ReadonlyMap<number, Colours>

/** Colours code in two threads, so that other requests are answered, and other works coloured, meanwhile. */
export interface Colourer {
  /** Never rejects, and never takes longer than `budgetMs`: what is not coloured by then stays plain. */
  readonly colour: (files: readonly ColouredFile[]) => Promise<ColoursByFile>
  readonly close: () => Promise<void>
}

export interface ColourerOptions extends Partial<RunnerLimits> {
  /** Milliseconds for the files of one work together. */
  readonly budgetMs?: number
  readonly thread?: URL
}

const maxLines = 2_000
/** Milliseconds that are left for the way back from the thread. */
const returnMs = 100
const cacheBytes = 16 * 1024 * 1024
/** Bytes that an entry of the cache needs beside its colours. */
const entryBytes = 300
/** Milliseconds that a file which exceeded its time stays as it is, or plain: until then no look at it takes time again. */
const exceededForMs = 10 * 60_000

/** Of each thread; three times what Python, Java, TypeScript and C++ need together. With a hundred languages the thread dies, and begins again. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 }

const known = new Set(highlightLanguages)
const plain: Colours = new Uint16Array()

const createCache = () =>
  new LRUCache<string, Colours>({
    maxSize: cacheBytes,
    sizeCalculation: ({ byteLength }) => byteLength + entryBytes,
    ttlResolution: 0, // no timer
  })

export function createColourer({
  budgetMs = 1_000,
  thread = new URL('./colouring-worker.ts', import.meta.url),
  ...limits
}: ColourerOptions = {}): Colourer {
  // Grammars are resolved at the start, so that an image without them does not start.
  const grammars = import.meta.resolve('@shikijs/langs')
  const runner = createThreadRunner<Colouring, Colours>(
    thread,
    { name: 'colouring', resourceLimits },
    // A thread ends its work itself, unless a single line takes this long. The first line of C++ takes seconds.
    { threads: 2, limitMs: 10_000, waitMs: budgetMs, idleMs: 60 * 60_000, ...limits },
  )
  /** What is being coloured. One work has its files coloured one after the other, so however often it is looked at, it has one thread. */
  const begun = new Map<string, Promise<Colours | undefined>>()
  const cache = createCache()

  /** Colours a file for the cache even if no page waits for it any more. */
  async function colourFile(key: string, work: Colouring): Promise<Colours | undefined> {
    const signal = AbortSignal.timeout(Math.max(0, work.withinMs))
    const colours = await runner.run(work, { signal })
    if (colours === undefined) return undefined
    if (colours === 'timed_out') cache.set(key, plain, { ttl: exceededForMs })
    else if (countLines(colours) === work.lines.length) cache.set(key, colours)
    // Where the files before it had taken the time, the next look may do more.
    else if (work.withinMs > budgetMs / 2) cache.set(key, colours, { ttl: exceededForMs })
    return colours === 'timed_out' ? plain : colours
  }

  function begin(key: string, work: () => Colouring): Promise<Colours | undefined> {
    const colouring = begun.get(key) ?? colourFile(key, work()).finally(() => begun.delete(key))
    begun.set(key, colouring)
    return colouring
  }

  return {
    async colour(files) {
      const until = performance.now() + budgetMs
      const found = new Map<number, Colours>()
      let room = maxLines
      for (const { fileId, sha256, language, text } of foldedLast(files)) {
        if (text === undefined || sha256 === null || language === null || !known.has(language) || room === 0) continue
        const { lines } = cutText(text, { lines: room, characters: Infinity })
        room -= lines.length
        const key = `${sha256} ${language} ${lines.length}`
        const work = (): Colouring => ({
          language,
          grammar: new URL(`${language}.mjs`, grammars).href,
          lines: colouredLines(language, lines),
          withinMs: Math.floor(until - returnMs - performance.now()),
        })
        const colours = cache.get(key) ?? (await untilTime(() => begin(key, work), until))
        if (colours !== undefined) found.set(fileId, colours)
      }
      return found
    },
    close: runner.close,
  }
}

/** Unchanged files come last, since pages fold them. */
const foldedLast = (files: readonly ColouredFile[]): ColouredFile[] =>
  files.toSorted((one, other) => Number(one.template === 'unchanged') - Number(other.template === 'unchanged'))

async function untilTime<Value>(start: () => Promise<Value>, until: number): Promise<Value | undefined> {
  const leftMs = until - performance.now()
  return leftMs > 0 ? await Promise.race([start(), setTimeout(leftMs, undefined, { ref: false })]) : undefined
}

function countLines(colours: Colours): number {
  let count = 0
  for (let at = 0; at < colours.length; at += 1 + 2 * (colours[at] ?? 0)) count += 1
  return count
}
