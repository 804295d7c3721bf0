export const bodyLimitBytes = 2_000_000

export const bodyLimitText = `${bodyLimitBytes.toLocaleString('en-US')} bytes`

/** Milliseconds from a request's first byte to its last. Where a boundary takes CSV too, JSON's time runs from the end of the headers. */
export const requestLimitMs = { json: 30_000, csv: 60_000 } as const

/** The pattern of an `If-Match` that the contract takes: one strong entity tag that holds a revision. */
export const revisionTagPattern = '^"(0|[1-9][0-9]{0,15})"$'
