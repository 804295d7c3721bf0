import type { Catcher, Defect } from '../defect.ts'

const folder = 'services/frontend-internal/src/submissions'
const inSubmissions = (file: string, test: string): Catcher => ({
  project: 'frontend-internal',
  file: `${folder}/${file}.test.ts`,
  test,
})

export const frontendSubmissions: readonly Defect[] = [
  {
    title: 'a student sees the points of a result that is not released',
    edits: [
      {
        file: `${folder}/get-submission.ts`,
        old: 'points: visible?.points ?? null,',
        new: 'points: visible?.points ?? submission.points,',
      },
    ],
    caughtBy: [
      inSubmissions('get-submission', 'getSubmission > gives a student nothing of one that is older than the attempts'),
    ],
  },
  {
    title: 'a student reads the attempts as staff do',
    edits: [
      { file: `${folder}/get-submission.ts`, old: "reader: isOwn ? 'student' : 'staff'", new: "reader: 'staff'" },
    ],
    caughtBy: [inSubmissions('get-submission', 'getSubmission > gives a student nothing of what is not released')],
    always: true,
  },
  {
    title: 'the restriction of a grader is not asked for one submission',
    edits: [
      {
        file: 'services/frontend-internal/src/access/submission-access.ts',
        old: 'submission.assessment?.holderId === userId || mayReadSubmission(',
        new: 'userId > 0 || mayReadSubmission(',
      },
    ],
    caughtBy: [inSubmissions('who-sees-what', 'each submission > getSubmission is for a grader of Finnish work')],
  },
  {
    title: 'the restriction of a grader is not asked for lists and archives',
    edits: [
      {
        file: `${folder}/submission-reader.ts`,
        old: '{ restriction: submissionRestriction(grader, access.languages), claimer, ofStudent: null }',
        new: '{ restriction: null, claimer, ofStudent: null }',
      },
    ],
    caughtBy: [
      inSubmissions('who-sees-what', 'listSubmissions > is for a grader of group B'),
      inSubmissions('who-sees-what', 'getExerciseArchive > has for a grader of group B'),
    ],
  },
  {
    title: 'a student of the course reads the work of others, as a file or an archive',
    edits: [
      {
        file: 'services/frontend-internal/src/access/submission-access.ts',
        old: '!member.isStudent || !isSubmitter || isHidden',
        new: '!member.isStudent || isSubmitter === null || isHidden',
      },
    ],
    caughtBy: [
      inSubmissions('who-sees-what', 'each submission > getSubmissionArchive is for another student'),
      inSubmissions('who-sees-what', 'each submission > getSubmissionFile is for one of a group'),
    ],
  },
  {
    title: 'what the learning platform forbids is said not to be there',
    edits: [
      {
        file: `${folder}/map-upstream-rejection.ts`,
        old: "error.status === 403 ? 'forbidden' : 'not_found'",
        new: "'not_found'",
      },
    ],
    caughtBy: [
      inSubmissions(
        'upstream-faults.long',
        'a submission that cannot be read > is a problem soon, and a session ends by 401',
      ),
    ],
  },
  {
    title: 'an archive misses a file because of a busy moment',
    edits: [{ file: `${folder}/archive-reads.ts`, old: 'maxRetries: 30', new: 'maxRetries: 0' }],
    caughtBy: [inSubmissions('archive-reads', 'a busy moment > is waited out: bulkhead_full, file')],
  },
  {
    title: 'an archive keeps its slot when it breaks off',
    edits: [
      {
        file: `${folder}/then-given-back.ts`,
        old: '    yield* pieces\n  } finally {\n    giveBack()\n  }',
        new: '    yield* pieces\n    giveBack()\n  } finally {\n  }',
      },
    ],
    caughtBy: [inSubmissions('archive-slots', 'archives at the same time > make room when one breaks off')],
  },
]
