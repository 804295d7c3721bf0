import { hash } from 'node:crypto'
import { decodeText } from './decode-text.ts'
import { jsonOfText, jsonSize } from './json-text.ts'
import type { LineRange } from './line-difference.ts'
import { haveSameLines, mayHaveSameLines } from './same-lines.ts'
import type { FileReading, SubmissionFile } from './submission-file.ts'

export type ListedFile = Pick<SubmissionFile, 'fileId' | 'path' | 'field' | 'language'>

interface EntryContext {
  /** What stands before the entry: a comma if another entry does. It is not part of `room`. */
  readonly before: string
  readonly template: Uint8Array | undefined
  /** Max bytes of the entry; at least `reservedFor(file)`. */
  readonly room: number
  readonly changedLines: (template: Uint8Array, submission: Uint8Array) => Promise<LineRange[] | undefined>
}

type WithoutText = Omit<SubmissionFile, 'text' | 'changedLines'>

const longestRest = jsonSize({
  size: Number.MAX_SAFE_INTEGER,
  sha256: '0'.repeat(64),
  template: 'unchanged',
  omitted: 'unavailable',
} satisfies Omit<WithoutText, keyof ListedFile>)

/** Max bytes of an entry without text, with its comma. */
export function reservedFor({ fileId, path, field, language }: ListedFile): number {
  return jsonSize({ fileId, path, field, language }) + longestRest
}

export async function fileEntry(file: ListedFile, reading: FileReading, context: EntryContext): Promise<Buffer[]> {
  const { before } = context
  const json = (entry: WithoutText): Buffer => Buffer.from(before + JSON.stringify(entry))
  if (reading.kind !== 'read') {
    const size = reading.kind === 'too_large' ? (reading.size ?? 0) : 0
    // A file whose size is impossible for the template with other line ends differs from the template, whatever it holds.
    const isModified = context.template !== undefined && size > 0 && !mayHaveSameLines(context.template, size)
    return [json({ ...factsOf(file, size, null, isModified ? 'modified' : 'none'), omitted: reading.kind })]
  }
  const { bytes } = reading
  const decoded = decodeText(bytes)
  const isText = 'text' in decoded
  const facts = factsOf(file, bytes.byteLength, await sha256(bytes), compareWhole(context.template, bytes, isText))
  if ('omitted' in decoded) return [json({ ...facts, omitted: decoded.omitted })]
  const head = JSON.stringify(facts)
  const textRoom = context.room - Buffer.byteLength(head) - ',"text":'.length
  const text = await jsonOfText(decoded.text, textRoom)
  if (text === null) return [json({ ...facts, omitted: 'too_large' })]
  const changedLines =
    facts.template === 'modified' && context.template !== undefined
      ? await context.changedLines(context.template, bytes)
      : undefined
  const lines = changedLines === undefined ? '' : `,"changedLines":${JSON.stringify(changedLines)}`
  const fits = lines === '' || lines.length <= textRoom - bytesOf(text)
  const start = `${before}${head.slice(0, -1)}${fits ? lines : ''},"text":`
  return typeof text === 'string' ? [Buffer.from(`${start}${text}}`)] : [Buffer.from(start), ...text, closingBrace]
}

function bytesOf(text: string | readonly Buffer[]): number {
  return typeof text === 'string' ? Buffer.byteLength(text) : text.reduce((sum, { byteLength }) => sum + byteLength, 0)
}

/** The members are in the order of the contract. */
function factsOf(
  { fileId, path, field, language }: ListedFile,
  size: number,
  digest: string | null,
  template: SubmissionFile['template'],
): Omit<WithoutText, 'omitted'> {
  return { fileId, path, field, size, sha256: digest, language, template }
}

const closingBrace = Buffer.from('}')

/** Larger files are hashed in another thread, since that takes a while; to hand over a small file takes longer than to hash it. */
const maxHashedAtOnce = 256 * 1024

function sha256(bytes: Uint8Array): string | Promise<string> {
  return bytes.byteLength <= maxHashedAtOnce ? hash('sha256', bytes) : sha256OfLarge(bytes)
}

async function sha256OfLarge(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex')
}

function compareWhole(
  template: Uint8Array | undefined,
  bytes: Uint8Array,
  isText: boolean,
): SubmissionFile['template'] {
  if (template === undefined) return 'none'
  const isSame = isText ? haveSameLines(template, bytes) : Buffer.compare(template, bytes) === 0
  return isSame ? 'unchanged' : 'modified'
}
