import type { Catcher, Defect } from '../defect.ts'

const inData = (file: string, test: string): Catcher => ({
  project: 'data',
  file: `libs/data/src/${file}.test.ts`,
  test,
})
const races = inData(
  'people/erase-and-complete',
  'erasing a person while an assessment of theirs is completed > leaves no text',
)
/** What becomes of a new submission of a person who is erased at the same time, for each of the two ways to erase. */
const newSubmission = (erasure: 'an erasure' | 'an erasure that is repeated'): readonly Catcher[] =>
  [
    'removes the person from the submission if the registration began before',
    'lets the person take part again if the registration began after',
  ].map((test) => inData('people/erase-and-register', `${erasure} and the registration of a new submission > ${test}`))
const storm = inData(
  'capabilities/every-pair',
  'all writes about one submission, in pairs and many at the same time > never fail',
)
const command = (test: string): Catcher => ({
  project: 'frontend-internal',
  file: 'services/frontend-internal/bin/erasures.long.test.ts',
  test: `erasures apply > ${test}`,
})

const lockOrder = 'libs/data/src/lock-order.ts'
const erasePerson = 'libs/data/src/people/erase-person.ts'
const insertDelivery = 'libs/data/src/delivery/insert-delivery.ts'

/** Mistakes after which personal data outlives its erasure or is shown to others, or after which concurrent operations on a submission fail. */
export const people: readonly Defect[] = [
  {
    title: "an export of a person's submissions ignores the course",
    edits: [
      {
        file: 'libs/data/src/submissions/submission-person-queries.ts',
        old: 'WHERE submission_submitter.user_id = ${person.userId}::bigint AND submission.course_id = ${person.courseId}::bigint\n      AND submission.submission_id >',
        new: 'WHERE submission_submitter.user_id = ${person.userId}::bigint\n      AND submission.submission_id >',
      },
    ],
    caughtBy: [
      inData('submissions/submission-person-queries', 'exporting a person > has no submissions to another course'),
    ],
    always: true,
  },
  {
    title: "an export of a person's heads of submissions ignores the course",
    edits: [
      {
        file: 'libs/data/src/snapshots/snapshot-person-queries.ts',
        old: 'WHERE snapshot_submitter.course_id = ${person.courseId}::bigint AND snapshot_submitter.user_id = ${person.userId}::bigint\n      AND snapshot_submitter.submission_id >',
        new: 'WHERE snapshot_submitter.user_id = ${person.userId}::bigint\n      AND snapshot_submitter.submission_id >',
      },
    ],
    caughtBy: [inData('people/export-person', 'exportPerson > exports no data of another course')],
  },
  {
    title: 'a result is accepted for a submission without submitters',
    edits: [
      { file: insertDelivery, old: '      WHERE target.has_submitter\n      ON CONFLICT', new: '      ON CONFLICT' },
    ],
    caughtBy: [
      inData(
        'people/erase-and-complete',
        'erasing a person while an assessment of theirs is completed > rejects a result',
      ),
      races,
    ],
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
    caughtBy: [races],
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
    caughtBy: newSubmission('an erasure'),
  },
  {
    title: 'an erasure that is repeated after a restore does not wait for a registration',
    edits: [
      {
        file: erasePerson,
        old: "lockPeople(tx, erasure.courseId, 'exclusive')",
        new: "lockPeople(tx, erasure.courseId, 'shared')",
      },
    ],
    caughtBy: newSubmission('an erasure that is repeated'),
  },
  {
    title: 'a registration does not wait for an erasure',
    edits: [
      {
        file: lockOrder,
        old: '${share(lockKeys.people, idOf(courseId))} AS people, ${share(lockKeys.exercise, idOf(exerciseId))}',
        new: 'TRUE AS people, ${share(lockKeys.exercise, idOf(exerciseId))}',
      },
    ],
    caughtBy: newSubmission('an erasure'),
  },
  {
    title: 'a submission is completed while it is registered or deleted',
    edits: [
      {
        file: lockOrder,
        old: '      ${exclude(lockKeys.submission, idOf(submissionId))} AS submission,\n      submission.course_id',
        new: '      TRUE AS submission,\n      submission.course_id',
      },
    ],
    caughtBy: [
      inData('delivery/insert-delivery', 'insertCompletedResult > waits for a delete'),
      inData('delivery/insert-delivery', 'insertCompletedResult > makes a registration wait'),
    ],
  },
  {
    title: 'fixtures are reset without waiting for other operations on their exercise',
    edits: [
      {
        file: 'libs/data/src/capabilities/reset-fixtures.ts',
        old: '  await lockExercise(tx, { courseId, exerciseId })\n',
        new: '',
      },
    ],
    caughtBy: [storm],
  },
  {
    title: 'an erasure that was already done signs the person out again',
    edits: [
      {
        file: erasePerson,
        old: "  if (erasedRows === 0) return { outcome: (await isErasedPerson(tx, request)) ? 'already_erased' : 'unknown' }\n",
        new: "  if (erasedRows === 0 && !(await isErasedPerson(tx, request))) return { outcome: 'unknown' }\n",
      },
    ],
    caughtBy: [inData('people/erase-person', 'erasePerson > does nothing the second time')],
  },
  {
    title: 'a list of erasures erases a person who was registered again afterwards',
    edits: [
      { file: erasePerson, old: "  if (await isErasureRecorded(tx, erasure)) return 'already_erased'\n", new: '' },
      { file: erasePerson, old: 'isErasedPerson, isErasureRecorded, type', new: 'isErasedPerson, type' },
    ],
    caughtBy: [command('does not erase people who take part again after an erasure that the')],
  },
  {
    title: 'a list of erasures skips persons of whom an older backup has no data',
    edits: [
      {
        file: erasePerson,
        old: "  await eraseRows(tx, erasure, 'course')\n",
        new: "  if (await eraseRows(tx, erasure, 'course') === 0) return 'already_erased'\n",
      },
    ],
    caughtBy: [command('erases the people on the list, makes a refresh leave them out, and does')],
  },
  {
    title: 'the roster of a course that has not ended is erased',
    edits: [
      {
        file: 'libs/data/src/retention/erase-ended-roster.ts',
        old: ' AND course_snapshot.ends_at <= (SELECT clock_timestamp())',
        new: '',
      },
    ],
    caughtBy: [
      inData('retention/erase-ended-roster', 'the roster of a course that ended > is due after the given days'),
    ],
  },
]
