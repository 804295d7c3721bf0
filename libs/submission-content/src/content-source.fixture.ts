import { changedRanges } from './changed-ranges.ts'
import { assembleContent } from './assemble-content.ts'
import type { FormAnswer } from './form-answers.ts'
import type { LineRange } from './line-difference.ts'
import type { FileReading, SubmissionFile } from './submission-file.ts'

type ContentSource = Parameters<typeof assembleContent>[0]

/** A file of a test's submission: its bytes, or what reading it gives instead. */
export interface GivenFile {
  readonly name: string
  readonly field?: string
  readonly content: Uint8Array | string | Exclude<FileReading, { kind: 'read' }>
}

/** The content as its reader parses it. */
interface ReadContent {
  readonly submissionId: number
  readonly files: readonly SubmissionFile[]
  readonly formAnswers: readonly FormAnswer[]
  readonly truncated: { readonly files: number; readonly excluded: number }
}

/** Compares in the test's own thread. */
const directDifference: ContentSource['lineDifference'] = {
  async changedLines(template, submission) {
    const ranges = changedRanges(Buffer.from(template), Buffer.from(submission), 20_000)
    if (ranges === null) return undefined
    return Array.from({ length: ranges.length / 2 }, (_, at): LineRange => [
      ranges[at * 2] ?? 0,
      ranges[at * 2 + 1] ?? 0,
    ])
  },
}

/** A submission with these files. What a test does not give is empty. Python files may have templates. */
export function contentSource(
  given: readonly GivenFile[],
  source: Partial<Omit<ContentSource, 'files'>> = {},
): ContentSource {
  return {
    submissionId: 3001,
    files: given.map(({ name, field = 'file1' }, at) => ({ fileId: at + 1, name, field })),
    answers: [],
    form: [],
    language: 'en',
    settings: {
      highlightLanguages: ['python'],
      templates: { automaticExtensions: true, extensions: [], excludedPathSegments: ['.DS_Store'] },
    },
    templates: new Map(),
    readFile: async ({ fileId }, maxBytes) => readGiven(given[fileId - 1], maxBytes),
    lineDifference: directDifference,
    signal: new AbortController().signal,
    ...source,
  }
}

/** Assembles the content, and reads it strictly: it must have the reported size, and be UTF-8 and JSON. */
export async function readContent(source: ContentSource): Promise<ReadContent & { readonly bytes: number }> {
  const { chunks, bytes } = await assembleContent(source)
  const json = Buffer.concat(chunks)
  if (json.byteLength !== bytes) throw new Error(`${json.byteLength} bytes, and not ${bytes}`)
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(json)
  return { ...(JSON.parse(text) as ReadContent), bytes }
}

function readGiven(file: GivenFile | undefined, maxBytes: number): FileReading {
  if (file === undefined) return { kind: 'unavailable' }
  const { content } = file
  if (typeof content === 'object' && 'kind' in content) return content
  const bytes = Buffer.from(content)
  return bytes.byteLength > maxBytes ? { kind: 'too_large', size: bytes.byteLength } : { kind: 'read', bytes }
}
