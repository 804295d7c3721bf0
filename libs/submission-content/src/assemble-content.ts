import { fileEntry, type ListedFile, reservedFor } from './file-entry.ts'
import { cutFormAnswers, formAnswersOf, type FormSource } from './form-answers.ts'
import { highlightLanguageOf } from './highlight-language.ts'
import type { LineDifference, LineRange } from './line-difference.ts'
import type { FileReading, UpstreamFile } from './submission-file.ts'
import { admitsTemplate, isExcluded, templateName, type TemplateSettings } from './template-rules.ts'

export const contentLimitBytes = 25 * 1024 * 1024
/** A file with more bytes has no text in the content. */
export const maxFileBytes = 5 * 1024 * 1024
/** Files beyond this number are only counted. */
const maxFiles = 1_000

const concurrency = 4

/** Max bytes of the form answers as JSON. A+ accepts forms of 2.5 MB. The remaining space is for files. */
const maxFormAnswerBytes = 16 * 1024 * 1024

/** Max bytes of all entries without texts, since names may be as long as A+ allows. Further files are only counted. */
const maxListBytes = 4 * 1024 * 1024

/** For all comparisons of one submission, waiting included. An ordinary comparison takes a few ms. */
const comparisonBudgetMs = 2_000

interface ContentSource extends FormSource {
  readonly submissionId: number
  /** In the order of A+. */
  readonly files: readonly UpstreamFile[]
  readonly settings: TemplateSettings
  /** The templates of the exercise by `templateName`. */
  readonly templates: ReadonlyMap<string, Uint8Array>
  /** Reads only the size of a file over `maxBytes`, which may be 0. A rejection fails the whole content, as a refused token should. */
  readonly readFile: (file: UpstreamFile, maxBytes: number, signal: AbortSignal) => Promise<FileReading>
  readonly lineDifference: Pick<LineDifference, 'changedLines'>
  readonly signal: AbortSignal
}

interface AssembledContent {
  readonly chunks: readonly Uint8Array[]
  readonly bytes: number
}

/** The form answers come first, then the texts that fit. The bytes of a file are freed once its JSON is made. */
export async function assembleContent(source: ContentSource): Promise<AssembledContent> {
  const { listed, reserved, truncated } = listFiles(source)
  const fileFields = source.files.map(({ field }) => field)
  const formAnswers = cutFormAnswers(formAnswersOf(source, fileFields), maxFormAnswerBytes)
  const head = Buffer.from(`{"submissionId":${source.submissionId},"files":[`)
  const tail = Buffer.from(`],"formAnswers":${JSON.stringify(formAnswers)},"truncated":${JSON.stringify(truncated)}}`)
  const chunks: Uint8Array[] = [head]
  let room = contentLimitBytes - 1 - head.byteLength - tail.byteLength - reserved

  // Fires with the source's signal. `AbortSignal.any` would make each read pay for a composite.
  const ending = new AbortController()
  const { signal } = ending
  const endEarly = (): void => ending.abort(source.signal.reason)
  if (source.signal.aborted) endEarly()
  else source.signal.addEventListener('abort', endEarly)
  const changedLines = boundedComparisons(source.lineDifference, signal)
  let hasFailed = false
  const read = (item: ListedItem): BegunReading => {
    const maxBytes = Math.min(maxFileBytes, room + item.reserved)
    const reading = source.readFile(item.upstream, maxBytes, signal)
    // The loop below awaits `reading` and gets its error, unless an earlier error has ended the loop.
    reading.catch(() => {
      hasFailed = true
    })
    return { item, maxBytes, reading }
  }
  try {
    const begun = listed.slice(0, concurrency).map(read)
    const others = listed.values().drop(concurrency).map(read)
    for (let first = begun.shift(); first !== undefined; first = begun.shift()) {
      const { file, upstream, reserved: ownRoom } = first.item
      const reading = limited(await first.reading, first.maxBytes)
      signal.throwIfAborted()
      // After an error no other file is read, since the loop ends when it gets to the error.
      const next = hasFailed ? undefined : others.next().value
      if (next !== undefined) begun.push(next)
      const template = templateOf(source, upstream.name)
      const before = chunks.length > 1 ? ',' : ''
      room += ownRoom - before.length
      const entry = await fileEntry(file, reading, { before, template, room, changedLines })
      chunks.push(...entry)
      room += before.length - sizeOf(entry)
    }
  } catch (error) {
    ending.abort()
    throw error
  } finally {
    source.signal.removeEventListener('abort', endEarly)
  }
  chunks.push(tail)
  return { chunks, bytes: sizeOf(chunks) }
}

function templateOf({ templates, settings }: ContentSource, name: string): Uint8Array | undefined {
  if (templates.size === 0) return undefined
  const named = templates.get(templateName(name))
  return named !== undefined && admitsTemplate(settings, name) ? named : undefined
}

interface BegunReading {
  readonly item: ListedItem
  readonly maxBytes: number
  readonly reading: Promise<FileReading>
}

interface ListedItem {
  readonly upstream: UpstreamFile
  readonly file: ListedFile
  readonly reserved: number
}

function listFiles({ files, settings }: ContentSource): {
  readonly listed: readonly ListedItem[]
  readonly reserved: number
  readonly truncated: { readonly files: number; readonly excluded: number }
} {
  const admitted = files.filter(({ name }) => !isExcluded(name, settings.templates.excludedPathSegments))
  const listed: ListedItem[] = []
  let reserved = 0
  for (const upstream of admitted.slice(0, maxFiles)) {
    const file = {
      fileId: upstream.fileId,
      path: upstream.name.toWellFormed(),
      field: upstream.field.toWellFormed(),
      language: highlightLanguageOf(upstream.name, settings.highlightLanguages),
    }
    const own = reservedFor(file)
    if (reserved + own > maxListBytes) break
    listed.push({ upstream, file, reserved: own })
    reserved += own
  }
  return {
    listed,
    reserved,
    truncated: { files: admitted.length - listed.length, excluded: files.length - admitted.length },
  }
}

function limited(reading: FileReading, maxBytes: number): FileReading {
  return reading.kind === 'read' && reading.bytes.byteLength > maxBytes
    ? { kind: 'too_large', size: reading.bytes.byteLength }
    : reading
}

function boundedComparisons(lineDifference: ContentSource['lineDifference'], signal: AbortSignal) {
  let leftMs = comparisonBudgetMs
  return async (template: Uint8Array, submission: Uint8Array): Promise<LineRange[] | undefined> => {
    if (leftMs <= 0) return undefined
    const startedAt = performance.now()
    const until = AbortSignal.any([signal, AbortSignal.timeout(leftMs)])
    const lines = await lineDifference.changedLines(template, submission, until)
    leftMs = until.aborted ? 0 : leftMs - Math.ceil(performance.now() - startedAt)
    return lines
  }
}

function sizeOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
}
