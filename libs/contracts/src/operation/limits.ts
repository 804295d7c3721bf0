export const bodyLimitBytes = 2_000_000

/** What a body may have: bytes as they are sent, and members and elements of all its objects and lists together. */
export interface BodyLimits {
  readonly bytes: number
  readonly members: number
}

export const smallBody: BodyLimits = { bytes: 65_536, members: 1_000 }

export const textBody: BodyLimits = { bytes: bodyLimitBytes, members: 1_000 }
export const snippetBody: BodyLimits = { bytes: 524_288, members: 1_000 }
export const judgementBody: BodyLimits = { bytes: bodyLimitBytes, members: 10_000 }
export const rubricBody: BodyLimits = { bytes: bodyLimitBytes, members: 40_000 }

/** A reply with more issues than this helps nobody. */
export const maxIssues = 100

export const bodyLimitText = `${bodyLimitBytes.toLocaleString('en-US')} bytes`

/** Milliseconds from a request's first byte to its last. Where a boundary takes CSV too, JSON's time runs from the end of the headers. */
export const requestLimitMs = { json: 30_000, csv: 60_000 } as const

export const revisionTagPattern = '^"(0|[1-9][0-9]{0,15})"$'
