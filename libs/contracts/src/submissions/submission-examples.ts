import type { SubmissionContent } from './submission-content.ts'
import type { SubmissionDetail, SubmissionRow } from './submission.ts'

export const submissionRowExample: SubmissionRow = {
  submissionId: 3001,
  courseId: 11,
  exerciseId: 1103,
  exerciseName: '1.3 Essay',
  submitters: [{ userId: 201, fullName: 'Eero Demonen 1', alias: false }],
  submittedAt: '2026-10-01T09:37:00.799Z',
  attempt: 1,
  language: 'en',
  state: 'waiting',
  gone: false,
  points: null,
  maxPoints: 20,
  autoPoints: null,
  upstream: { status: 'waiting', grade: 0 },
  counted: null,
  assessment: null,
  postponed: null,
  superseded: false,
  mayClaim: false,
}

export const submissionDetailExample: SubmissionDetail = {
  ...submissionRowExample,
  attempts: [submissionRowExample],
  latePenalty: null,
  upstreamFeedbackHtml: '<p>Waiting for a person to assess this.</p>',
  feedbackIds: [],
  upstreamUrl: 'https://plus.example.org/programming/2026/module-1/exercise-1103/submissions/3001/',
}

export const submissionContentExample: SubmissionContent = {
  submissionId: 3001,
  files: [
    {
      fileId: 70001,
      path: 'solution.py',
      field: 'file1',
      size: 29,
      sha256: '0f6b94a8b9a2ad28a4fa23b70c2f8f8f6c3b62a0a5f4ee4ea9d9b9d9f8d6c011',
      language: 'python',
      template: 'modified',
      changedLines: [[2, 2]],
      text: 'def answer():\n    return 42\n',
    },
    {
      fileId: 70002,
      path: 'image.png',
      field: 'file2',
      size: 65_537,
      sha256: '6d0d60ae5ff28d6f9f6c0a2b7a1f7f4c7c9aaf1f8d1e36d25fd5eaf3a6b9c2c5',
      language: null,
      template: 'none',
      omitted: 'binary',
    },
  ],
  formAnswers: [{ key: 'answer', title: 'Your essay', values: ['Essay 1'] }],
  truncated: { files: 0, excluded: 0 },
}
