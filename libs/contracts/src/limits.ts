/** A request's body has at most this many bytes. */
export const bodyLimitBytes = 2_000_000

/** The same for people. */
export const bodyLimitText = `${bodyLimitBytes.toLocaleString('en-US')} bytes`

/**
 * A whole request is in by then, headers, body and all, in milliseconds by what its body is. From its first byte, except JSON at
 * a boundary that takes CSV too: there from the end of its headers, which have 10 s of their own.
 */
export const requestLimitMs = { json: 30_000, csv: 60_000 } as const

/** `If-Match` as the contract takes it, as a pattern: one strong entity tag that holds a revision. */
export const revisionTagPattern = '^"(0|[1-9][0-9]{0,15})"$'
