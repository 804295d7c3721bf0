import type { Issue } from '../errors/domain-error.ts'

/** Keeps every reply that holds a document, with everything that surrounds it, below 2 MiB. */
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
