/** The parts of a reply that writers use. */
export interface WriterReply {
  readonly status: number
  /** The revision in `ETag`; null without one. */
  readonly revision: number | null
  readonly text: string
}

/** A service with the demo course, in which user 103 grades and user 101 teaches. */
export interface WritersWorld {
  /**
   * Sends a request of a person; null if the connection ended before the reply. Then the next call waits until the service
   * runs.
   */
  readonly send: (
    userId: number,
    method: string,
    path: string,
    request?: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> },
  ) => Promise<WriterReply | null>
  /** A new submission to exercise 1103; returns its id. */
  readonly submit: () => Promise<number>
  /** Ends the lease of an assessment. */
  readonly lapse: (assessmentId: string) => Promise<void>
}
