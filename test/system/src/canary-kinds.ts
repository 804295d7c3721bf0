import type pg from 'pg'

/**
 * What a canary is, and so where it may stand: a `secret` (token, key, password, session id, callback URL) and a `foreign` text (what
 * others say beside the point, and what is refused) nowhere; a `sealed` value in its row; facts of a `person`, of `submitters` and
 * `feedback` in tables of theirs; what is for `staff` alone and what is `unreleased` also there, and in replies to staff; `work` that was
 * handed in, in replies to who may read it and nowhere else; what was `written` with a good request wherever requests are kept.
 */
export const canaryKinds = [
  'secret',
  'foreign',
  'sealed',
  'person',
  'submitter',
  'feedback',
  'staff',
  'unreleased',
  'work',
  'written',
] as const
export type CanaryKind = (typeof canaryKinds)[number]

/** How canaries come into the world, and the rows that hold them. */
export interface CanaryRows {
  readonly origins: Readonly<Record<'good' | 'untrusted' | 'unreachable' | 'elsewhere', string>>
  /** The text of an example, with what stands in this world in the place of what stands in the demo world. */
  readonly translate: (example: string) => string
  /** From now on this id stands for that of examples. */
  readonly standFor: (ofExample: string, own: string) => void
  /** The id of somebody who was never seen before. */
  readonly newSubmitter: () => number
  /** A new canary. */
  readonly plant: (kind: CanaryKind, name: string, secret?: string) => string
  readonly callbackOf: (submissionId: number, origin?: string) => string
  /** Stores another URL in a capability, sealed with a key of the ring or with one that is lost. */
  readonly reseal: (submissionId: number, url: string, key?: 'lost') => Promise<void>
  readonly query: <Row extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: unknown[],
  ) => Promise<Row[]>
}
