import type pg from 'pg'

/**
 * The kinds of canaries, which decide where they may occur. A `secret` (token, key, password, session id, callback URL) and a
 * `foreign` text (irrelevant texts of other systems, and rejected input) may occur nowhere. A `sealed` value may occur in its
 * row. Facts of a `person`, of `submitters` and `feedback` may occur in their tables. Texts for `staff` and `unreleased` texts
 * may also occur in replies to staff. `work` that was handed in may occur only in replies to people who may read it. A text
 * that was `written` with a valid request may occur wherever requests are stored.
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

/** Functions that make canaries, and rows with them. */
export interface CanaryRows {
  readonly origins: Readonly<Record<'good' | 'untrusted' | 'unreachable' | 'elsewhere', string>>
  /** Replaces the names and ids of the demo world in an example by those of this world. */
  readonly translate: (example: string) => string
  /** From now on `own` replaces this id of the examples. */
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

/** Tables that contain more kinds than `written`. A new table with people in it needs an entry. */
export const kindsInTables: Readonly<Record<string, readonly CanaryKind[]>> = {
  'public.session': ['person', 'sealed'],
  'public.roster_student': ['person'],
  'public.staff_name': ['person'],
  'public.submission': ['submitter'],
  'public.submission_submitter': ['submitter'],
  'public.exercise_alias': ['submitter'],
  'public.completed_result': ['feedback', 'unreleased'],
  'public.assessment': ['staff', 'unreleased', 'feedback'],
  'public.assessment_event': ['staff', 'unreleased'],
  'public.feedback': ['staff', 'unreleased', 'feedback'],
  'public.feedback_version': ['staff', 'unreleased', 'feedback'],
  'public.student_visible_result': ['feedback'],
  'public.present_student': ['person'],
  'public.known_submission': ['submitter'],
  'public.submission_for_staff': ['person', 'submitter'],
  'public.submission_for_student': ['person', 'submitter'],
  'public.parked_draft': ['staff', 'feedback'],
  'public.rubric': ['staff'],
  'public.rubric_version': ['staff'],
  'public.rubric_migration_row': ['unreleased'],
  'public.snippet': ['staff'],
  // The reasons of persons who resolved deliveries.
  'public.delivery_event': ['staff'],
}
/**
 * The kinds of canaries that successful replies of a boundary may show. Replies to teachers and graders of the course may show
 * more.
 */
export const kindsInReplies: Readonly<Record<string, readonly CanaryKind[]>> = {
  'public-api': ['written'],
  'frontend-internal': ['written', 'person', 'submitter', 'feedback', 'work'],
  'frontend-internal to staff': ['written', 'person', 'submitter', 'feedback', 'work', 'staff', 'unreleased'],
  'manual-grading': ['written'],
}
