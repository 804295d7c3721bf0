/**
 * What a request gets instead of a good reply. Where a kind says that the operation runs, the operation takes effect before the fault.
 */
export type FaultAction =
  /** Waits, and then continues as usual. */
  | { kind: 'delay'; delayMs: number }
  /** Waits until the test lets it go, and then continues as usual: no load makes it too short. */
  | { kind: 'hold'; until: Promise<unknown> }
  /** Resets the TCP connection as soon as the head has arrived. */
  | { kind: 'reset_before_body' }
  /** Resets the TCP connection after the whole body was read. The operation does not run. */
  | { kind: 'reset_after_body' }
  /** Reads the request and keeps the connection open without a reply. The operation does not run. */
  | { kind: 'never_answer' }
  /** The operation runs; then the connection is reset before one byte of the reply is sent. */
  | { kind: 'drop_answer' }
  /** The operation runs; the head and half of the body, or the given number of its bytes, are sent, and then the connection is cut. */
  | { kind: 'half_answer'; bytes?: number }
  /** The operation runs; the head and the given number of bytes of the body are sent, and nothing more on the open connection. */
  | { kind: 'stall'; bytes: number }
  /** The operation runs; the Content-Type of the reply is replaced. */
  | { kind: 'wrong_content_type'; contentType: string }
  /** The operation runs; the body of the reply is sent in pieces. */
  | { kind: 'slow_drip'; chunkBytes: number; intervalMs: number }
  /** Sends this reply instead of running the operation. It is an HTML page unless a body is given. */
  | {
      kind: 'status'
      status: number
      headers?: Record<string, string>
      contentType?: string
      body?: string
      retryAfterS?: number
    }
  /** Sends a 3xx. The operation does not run. */
  | { kind: 'redirect'; status: 301 | 302 | 303 | 307 | 308; location: string }

export interface FaultScript {
  /** Any method if left out. */
  method?: string
  // The pattern of the path as it was sent: `*` is one segment, `**` is anything, and a slash at the end is optional.
  // This is a line comment because a star before a slash would end a block comment.
  path: string
  /** How many times the fault is applied; without a limit if left out. */
  times?: number
  /** How many matching requests succeed before the fault is applied for the first time. */
  after?: number
  action: FaultAction
}
