/** Max bytes of a request's body. */
export const bodyLimitBytes = 2_000_000

/** The same limit as text, for people. */
export const bodyLimitText = `${bodyLimitBytes.toLocaleString('en-US')} bytes`

/**
 * Milliseconds within which a whole request must have arrived, headers and body, by the media type of its body. The time runs from
 * the first byte of the request. JSON at a boundary that takes CSV too is the exception: its time runs from the end of the headers,
 * which have 10 s of their own.
 */
export const requestLimitMs = { json: 30_000, csv: 60_000 } as const

/** The pattern of an `If-Match` that the contract takes: one strong entity tag that holds a revision. */
export const revisionTagPattern = '^"(0|[1-9][0-9]{0,15})"$'
