import { rubricDocumentExample, rubricIds } from '../rubrics/rubric-examples.ts'
import type { Assessment } from './assessment.ts'

export const assessmentIds = {
  held: '019ea3f2-7400-7b10-8c2d-3e4f5a6b7c01',
  completed: '019ea3f2-7400-7b10-8c2d-3e4f5a6b7c02',
} as const

export const assessmentExample: Assessment = {
  id: assessmentIds.held,
  courseId: 11,
  exerciseId: 1103,
  exerciseName: '|en:Essay program|fi:Esseeohjelma|',
  submissionId: 9101,
  round: 1,
  state: 'in_progress',
  revision: 1,
  gone: false,
  grader: { userId: 101, fullName: 'Terry Teacher', alias: false },
  holder: { userId: 101, fullName: 'Terry Teacher', alias: false },
  leaseExpiresAt: '2026-11-02T10:30:00.000Z',
  superseded: false,
  supersededBy: null,
  postponed: null,
  rubric: { rubricId: rubricIds.published, version: 1, wording: 1, document: rubricDocumentExample },
  scores: { structure: { levelId: 'good' }, report: { points: 8.25, comment: 'The second part is short.' } },
  adjustment: null,
  privateNote: '',
  points: 17,
  maxPoints: 20,
  upstreamPoints: 17,
  upstreamMaxPoints: 20,
  byCriterion: { structure: 8.5, faults: 0, report: 8.25 },
  parts: [
    { kind: 'criterion', criterionId: 'structure', points: 8.5 },
    { kind: 'criterion', criterionId: 'faults', points: 0 },
    { kind: 'criterion', criterionId: 'report', points: 8.25 },
    { kind: 'rounding', points: 0.25 },
  ],
  submitters: [{ userId: 201, fullName: 'Eero Demonen 1', alias: false }],
  tagSlugs: ['group-a'],
  submittedAt: '2026-11-01T10:00:00.000Z',
  language: 'fi',
  attempt: 1,
  autoPoints: null,
  deliverable: true,
  feedbackId: '019ea3f2-7400-7b10-8c2d-3e4f5a6b7cf1',
  delivery: null,
  upstream: null,
  startedAt: '2026-11-02T10:00:00.000Z',
  updatedAt: '2026-11-02T10:00:00.000Z',
  completedAt: null,
  releasedAt: null,
}

export const completedAssessmentExample: Assessment = {
  ...assessmentExample,
  state: 'completed',
  holder: null,
  leaseExpiresAt: null,
  delivery: { id: '019ea3f2-7400-7b10-8c2d-3e4f5a6b7cd1', state: 'held' },
  completedAt: '2026-11-02T10:10:00.000Z',
}
