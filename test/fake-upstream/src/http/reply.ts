import type { Json } from './json.ts'

type ReplyHeaders = Readonly<Record<string, string>>

/** What a handler returns, before negotiation and faults change it. */
export type Reply =
  | { kind: 'json'; status: number; value: Json; headers?: ReplyHeaders }
  | { kind: 'text'; status: number; text: string; contentType: string; headers?: ReplyHeaders }
  | { kind: 'empty'; status: number; headers?: ReplyHeaders }
  | { kind: 'bytes'; status: number; sizeBytes: number; chunks: () => Iterable<Uint8Array>; headers: ReplyHeaders }

export function jsonReply(value: Json, status = 200, headers: ReplyHeaders = {}): Reply {
  return { kind: 'json', status, value, headers }
}

export function emptyReply(status: number, headers: ReplyHeaders = {}): Reply {
  return { kind: 'empty', status, headers }
}

/** The HTML page that Django shows for unrouted paths and unhandled exceptions. */
export function htmlPage(status: number, title: string): Reply {
  const text =
    `<!doctype html>\n<html lang="en">\n<head><title>${title}</title></head>\n` +
    `<body><h1>${title}</h1><p>The requested resource could not be shown.</p></body>\n</html>\n`
  return { kind: 'text', status, text, contentType: 'text/html; charset=utf-8' }
}
