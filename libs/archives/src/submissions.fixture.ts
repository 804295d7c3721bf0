import type { ArchivedFile, ArchivedSubmission } from './archived-submission.ts'
import { archive } from './archive.ts'

/** A submission of Anna Korhonen with these files. */
export function aSubmission(
  files: ArchivedSubmission['files'],
  changes: Partial<ArchivedSubmission> = {},
): ArchivedSubmission {
  return { submissionId: 101, submitters: ['Anna Korhonen'], submittedAt: '2026-03-04T05:06:08Z', files, ...changes }
}

/** A file that upstream has, with the length that it announces. */
export function aFile(
  name: string,
  content: string | readonly Uint8Array[],
  sizeBytes: number | null = null,
): ArchivedFile {
  const pieces = typeof content === 'string' ? [Buffer.from(content)] : content
  return { name, open: async () => ({ sizeBytes, body: from(pieces) }) }
}

/** Items one after the other, as they come from a network. */
export async function* from<Item>(items: Iterable<Item>): AsyncGenerator<Item, void, undefined> {
  yield* items
}

/** The whole archive of these submissions. */
export async function archiveOf(...submissions: readonly ArchivedSubmission[]): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(archive(from(submissions))))
}
