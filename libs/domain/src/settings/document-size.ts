import type { Issue } from '../errors/domain-error.ts'

/** So that every reply that holds a document stays below 2 MiB, with everything that surrounds it. */
const maxDocumentBytes = 2_000_000

export function sizeIssues(text: string): Issue[] {
  if (Buffer.byteLength(text) <= maxDocumentBytes) return []
  return [
    {
      path: '$',
      code: 'too_large',
      message: `The settings document would have more than ${maxDocumentBytes} bytes.`,
    },
  ]
}
