import type { Defect } from '../defect.ts'

const inData = (file: string, test: string): Defect['caughtBy'] => ({ file: `libs/data/src/${file}.test.ts`, test })

const lockOrder = 'libs/data/src/db/lock-order.ts'
const erasePerson = 'libs/data/src/people/erase-person.ts'
const completeAssessment = 'services/frontend-internal/src/assessments/complete-assessment.ts'
const next = 'libs/data/src/claims/claim-next.ts'
const search = 'libs/data/src/claims/take-next.ts'
const write = 'libs/data/src/settings/update-course-settings.ts'

/** Mistakes after which writes at the same time wait for each other in a circle, or do not wait for each other. */
export const locks: readonly Defect[] = [
  {
    title: 'a completion locks the row of the submission before it waits for erasures',
    edits: [
      {
        file: completeAssessment,
        old: '  await lockStoredSubmission(tx, submissionId)\n  const found = await lockAssessment(tx, id)',
        new: '  const found = await lockAssessment(tx, id)\n  await lockStoredSubmission(tx, submissionId)',
      },
    ],
    caughtBy: {
      file: 'services/frontend-internal/src/lock-order.test.ts',
      test: 'the transactions of this service > take their locks in one order',
    },
  },
  {
    title: 'a completion does not wait for an erasure',
    edits: [
      {
        file: lockOrder,
        old: '${share(lockKeys.people, sql.fragment`submission.course_id`)} AS people',
        new: 'TRUE AS people',
      },
    ],
    caughtBy: inData(
      'people/erase-and-complete',
      'erasing a person while an assessment of theirs is completed > leaves no text',
    ),
  },
  {
    title: 'an erasure does not wait for a registration',
    edits: [
      {
        file: erasePerson,
        old: "lockPeople(tx, request.courseId, 'exclusive')",
        new: "lockPeople(tx, request.courseId, 'shared')",
      },
    ],
    caughtBy: inData(
      'people/erase-and-register',
      'an erasure and the registration of a new submission > removes the person from the submission if the registration began before',
    ),
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
    caughtBy: inData('claims/claim-next', 'concurrent calls of insertNextClaim > of one grader give one submission'),
  },
  {
    title: 'a claim takes a submission that somebody holds',
    edits: [{ file: search, old: ' AND ${isUnheld(sql.fragment`known.held_until`)}', new: '' }],
    caughtBy: inData('claims/claim-next', 'insertNextClaim > has nothing left when everything is held'),
  },
  {
    title: 'a write of the settings checks the revision without a lock',
    edits: [{ file: write, old: '\n    FOR NO KEY UPDATE OF course_settings', new: '' }],
    caughtBy: inData(
      'settings/settings-races',
      '32 writers with the same revision > end with one write and 31 stale writers',
    ),
  },
]
