import type { Defect } from '../defect.ts'

const next = 'libs/data/src/claims/claim-next.ts'
const search = 'libs/data/src/claims/waiting-for-grader.ts'
const one = 'libs/data/src/claims/claim-submission.ts'
const parts = 'libs/data/src/claims/claim-parts.ts'
const superseded = 'libs/data/src/claims/decide-superseded.ts'

const atOnce = {
  project: 'data',
  file: 'libs/data/src/claims/claim-next.test.ts',
  test: 'claimNext, at the same time',
} as const
const nextOf = (test: string) => ({ project: 'data', file: 'libs/data/src/claims/claim-next.test.ts', test }) as const
const oneOf = (test: string) =>
  ({ project: 'data', file: 'libs/data/src/claims/claim-submission.test.ts', test }) as const
const ruleOf = (test: string) => ({ project: 'data', file: 'libs/data/src/claims/superseded.test.ts', test }) as const

/** Mistakes in the queue and in claims. */
export const claims: readonly Defect[] = [
  {
    title: 'a claim takes a submission that somebody holds',
    edits: [{ file: search, old: ' AND coalesce(known.held_until <= clock_timestamp(), TRUE)', new: '' }],
    caughtBy: [nextOf('claimNext > has nothing left when everything is held'), atOnce],
    always: true,
  },
  {
    title: 'claims of one grader do not come one after the other',
    edits: [
      {
        file: next,
        old: '  await lockGrader(tx, claim)\n',
        new: '  if (claim.graderId === 0) await lockGrader(tx, claim)\n',
      },
    ],
    caughtBy: [nextOf('claimNext, at the same time > keeps the limit of a grader')],
  },
  {
    title: 'a claim waits for a submission that somebody works on',
    edits: [{ file: next, old: 'FOR NO KEY UPDATE OF known SKIP LOCKED', new: 'FOR NO KEY UPDATE OF known' }],
    caughtBy: [nextOf('claimNext, at the same time > skips a submission')],
  },
  {
    title: 'graders are offered their own work',
    edits: [
      {
        file: search,
        old: '  AND ${graderId}::bigint <> ALL (known.submitter_ids)',
        new: '  AND -${graderId}::bigint <> ALL (known.submitter_ids)',
      },
    ],
    caughtBy: [nextOf('claimNext > offers nobody their own work')],
  },
  {
    title: 'waiting submissions of tagged students are claimed without the order of the queue',
    edits: [
      {
        file: search,
        old: 'sql.fragment`known.postponed::integer, ${orderOfEqual[searcher.order]}`',
        new: 'sql.fragment`-known.submission_id`',
      },
    ],
    caughtBy: [
      {
        project: 'data',
        file: 'libs/data/src/claims/claim-of-tagged.test.ts',
        test: 'a grader with tags, in a queue that begins with many submissions for others > is given waiting submissions by time',
      },
    ],
  },
  {
    title: 'a draft in which something was judged takes the present rubric',
    edits: [
      {
        file: parts,
        old: "  (draft.scores::jsonb = '{}' AND draft.adjustment IS NULL AND draft.private_note = '')`",
        new: '  TRUE`',
      },
    ],
    caughtBy: [
      {
        project: 'data',
        file: 'libs/data/src/claims/claim-rubric.test.ts',
        test: 'what a claim judges by > stays in a draft',
      },
    ],
  },
  {
    title: 'a submission that was superseded before anybody began it can be claimed',
    edits: [{ file: one, old: "          WHEN begun.id IS NULL THEN 'superseded'\n", new: '' }],
    caughtBy: [oneOf('claimSubmission > claims a superseded submission only if its assessment was begun')],
  },
  {
    title: 'a submission of one of a group supersedes that of the group',
    edits: [{ file: superseded, old: 'together.ids <@ ARRAY(', new: 'together.ids && ARRAY(' }],
    caughtBy: [ruleOf('the queue > follows the rule')],
  },
]
