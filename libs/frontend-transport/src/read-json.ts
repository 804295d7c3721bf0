import { isOfType, one } from './reply-headers.ts'
import type { WireReply } from './client.ts'
import { readBytes } from './read-bytes.ts'

type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly kind: 'too_large' | 'malformed' }

/** The connection is closed if the body is no JSON or too large. */
export async function readJson({ headers, body }: WireReply, limitBytes: number): Promise<JsonReading> {
  if (!isOfType(headers, 'application/json')) return { ok: false, kind: 'malformed' }
  if (Number(one(headers, 'content-length') ?? 0) > limitBytes) return { ok: false, kind: 'too_large' }
  const bytes = await readBytes(body, limitBytes)
  return bytes === null ? { ok: false, kind: 'too_large' } : parse(bytes)
}

function parse(bytes: Uint8Array): JsonReading {
  try {
    return {
      ok: true,
      value: JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) as unknown,
    }
  } catch {
    return { ok: false, kind: 'malformed' } // the parser's own error quotes the text
  }
}
