/** What goes wrong. Kinds that say "worked" let the operation take effect first. */
export type FaultAction =
  /** Waits, then goes on as usual. */
  | { kind: 'delay'; delayMs: number }
  /** TCP reset as soon as the head has arrived. */
  | { kind: 'reset_before_body' }
  /** TCP reset after the whole body was read, without any effect. */
  | { kind: 'reset_after_body' }
  /** Reads the request and keeps the connection open without an answer and without any effect. */
  | { kind: 'never_answer' }
  /** Worked, then the connection is reset without one byte of answer. */
  | { kind: 'drop_answer' }
  /** Worked; the head and half of the body are sent, then the connection is cut. */
  | { kind: 'half_answer' }
  /** Worked; the answer's Content-Type is replaced. */
  | { kind: 'wrong_content_type'; contentType: string }
  /** Worked; the answer's body leaves in pieces. */
  | { kind: 'slow_drip'; chunkBytes: number; intervalMs: number }
  /** An answer instead of the operation, without any effect; an HTML page unless a body is given. */
  | {
      kind: 'status'
      status: number
      headers?: Record<string, string>
      contentType?: string
      body?: string
      retryAfterS?: number
    }
  /** 3xx, without any effect. */
  | { kind: 'redirect'; status: 301 | 302 | 303 | 307 | 308; location: string }

export interface FaultScript {
  /** Any method when left out. */
  method?: string
  // A path with a star before a slash would end a block comment.
  // Pattern over the path as sent: `*` is one segment, `**` anything, an ending slash may be there or not.
  path: string
  /** How often it plays; for ever when left out. */
  times?: number
  /** How many matching requests pass before it begins. */
  after?: number
  action: FaultAction
}
