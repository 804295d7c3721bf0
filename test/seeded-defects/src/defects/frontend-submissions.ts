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
      inSubmissions(
        'get-submission',
        'getSubmission > shows a student no unreleased result of a submission that is older',
      ),
    ],
  },
  {
    title: 'a student reads the attempts as staff do',
    edits: [
      { file: `${folder}/get-submission.ts`, old: "reader: isOwn ? 'student' : 'staff'", new: "reader: 'staff'" },
    ],
    caughtBy: [inSubmissions('get-submission', 'getSubmission > shows a student no unreleased results')],
    always: true,
  },
  {
    title: 'the restriction of a grader is not checked for one submission',
    edits: [
      {
        file: 'services/frontend-internal/src/access/submission-access.ts',
        old: 'submission.assessment?.holderId === userId || mayReadSubmission(',
        new: 'userId > 0 || mayReadSubmission(',
      },
    ],
    caughtBy: [inSubmissions('who-sees-what', 'each submission > getSubmission is shown to a grader of Finnish work')],
  },
  {
    title: 'the restriction of a grader is not checked for lists and archives',
    edits: [
      {
        file: `${folder}/submission-reader.ts`,
        old: '{ restriction: submissionRestriction(grader, access.languages), claimer, ofStudent: null }',
        new: '{ restriction: null, claimer, ofStudent: null }',
      },
    ],
    caughtBy: [
      inSubmissions('who-sees-what', 'listSubmissions > shows a grader of group B'),
      inSubmissions('who-sees-what', 'getExerciseArchive > has the submissions of the table for a grader of group B'),
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
      inSubmissions('who-sees-what', 'each submission > getSubmissionArchive is shown to another student'),
      inSubmissions('who-sees-what', 'each submission > getSubmissionFile is shown to one of a group'),
    ],
  },
  {
    title: 'a submission that the learning platform forbids is reported as not found',
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
        'a submission that cannot be read > is a problem in time, and only 401 ends the session',
      ),
    ],
  },
  {
    title: 'an archive lacks a file because the platform was busy for a moment',
    edits: [{ file: `${folder}/archive-reads.ts`, old: 'maxRetries: 30', new: 'maxRetries: 0' }],
    caughtBy: [
      inSubmissions('archive-reads', 'a busy moment > delays a call but does not fail it: bulkhead_full, file'),
    ],
  },
  {
    title: 'an archive keeps its slot when it breaks off',
    edits: [
      {
        file: `${folder}/release-at-end.ts`,
        old: '    yield* pieces\n  } finally {\n    release()\n  }',
        new: '    yield* pieces\n    release()\n  } finally {\n  }',
      },
    ],
    caughtBy: [inSubmissions('archive-slots', 'archives at the same time > release a slot when one breaks off')],
  },
]
