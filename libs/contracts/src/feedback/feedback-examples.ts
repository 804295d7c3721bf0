import { assessmentExample, assessmentIds } from '../assessments/assessment-examples.ts'
import { upstreamExample } from '../delivery/upstream.ts'
import type { FeedbackDocument, FeedbackVersion, FeedbackVersionBrief } from './feedback-document.ts'
import type { MyFeedback, StudentFeedback } from './student-feedback.ts'

/** Feedback of the assessment that teacher 101 holds, three documents about student 201 (one published), and one that teacher 101 reads. */
export const feedbackIds = {
  held: assessmentExample.feedbackId,
  draft: '019ea3f2-7400-7b10-8c2d-3e4f5a6b7cf3',
  otherDraft: '019ea3f2-7400-7b10-8c2d-3e4f5a6b7cf4',
  published: '019ea3f2-7400-7b10-8c2d-3e4f5a6b7cf5',
  own: '019ea3f2-7400-7b10-8c2d-3e4f5a6b7cf6',
} as const

const teacher = { userId: 101, fullName: 'Terry Teacher', alias: false }

export const feedbackDocumentExample: FeedbackDocument = {
  id: feedbackIds.held,
  courseId: 11,
  language: 'fi',
  target: { type: 'submission', submissionId: 9101, exerciseId: 1103 },
  state: 'draft',
  revision: 2,
  assessmentId: assessmentIds.held,
  body: 'See *the second part*.',
  annotations: {
    a1: {
      anchor: { fileId: 71, path: 'essay.txt', sha256: null },
      startLine: 3,
      endLine: 4,
      kind: 'question',
      body: 'Why?',
      private: false,
    },
  },
  author: teacher,
  updatedBy: teacher,
  createdAt: '2026-11-02T10:00:00.000Z',
  updatedAt: '2026-11-02T10:05:00.000Z',
  publishedAt: null,
  readAt: null,
}

export const studentDocumentExample: FeedbackDocument = {
  ...feedbackDocumentExample,
  id: feedbackIds.draft,
  target: { type: 'student', userId: 201 },
  assessmentId: null,
  revision: 1,
  body: 'Dear Eero Demonen 1,',
  annotations: {},
}

export const feedbackVersionBriefExample: FeedbackVersionBrief = {
  number: 1,
  language: 'fi',
  savedBy: teacher,
  begunAt: '2026-11-02T10:02:00.000Z',
  savedAt: '2026-11-02T10:05:00.000Z',
  closedAt: null,
}

export const feedbackVersionExample: FeedbackVersion = {
  ...feedbackVersionBriefExample,
  body: feedbackDocumentExample.body,
  annotations: feedbackDocumentExample.annotations,
}

export const myFeedbackExample: MyFeedback = {
  id: feedbackIds.own,
  courseId: 11,
  courseName: 'Programming 1',
  exerciseId: 1103,
  exerciseName: '|en:Essay program|fi:Esseeohjelma|',
  submissionId: 9103,
  language: 'fi',
  publishedAt: '2026-11-03T10:00:00.000Z',
  readAt: null,
  attempt: 1,
  points: 17,
  maxPoints: 20,
  upstream: upstreamExample,
}

export const studentFeedbackExample: StudentFeedback = {
  id: feedbackIds.own,
  courseId: 11,
  courseName: 'Programming 1',
  exerciseId: 1103,
  exerciseName: '|en:Essay program|fi:Esseeohjelma|',
  submissionId: 9103,
  language: 'fi',
  publishedAt: '2026-11-03T10:00:00.000Z',
  readAt: '2026-11-03T12:00:00.000Z',
  bodyHtml: '<p>See <em>the second part</em>.</p>\n',
  annotations: [
    {
      anchor: { fileId: 71, path: 'essay.txt' },
      startLine: 3,
      endLine: 4,
      kind: 'question',
      bodyHtml: '<p>Why?</p>\n',
    },
  ],
  result: {
    points: 17,
    maxPoints: 20,
    upstreamPoints: 17,
    upstreamMaxPoints: 20,
    criteria: [
      {
        id: 'structure',
        title: 'Rakenne',
        points: 8.5,
        maxPoints: 8.5,
        chosen: ['Hyvä'],
        notChosen: [],
        commentHtml: 'Clear.',
      },
    ],
    adjustment: null,
    parts: [
      { kind: 'criterion', criterionId: 'structure', points: 8.5 },
      { kind: 'hidden', points: 8.25 },
      { kind: 'rounding', points: 0.25 },
    ],
    upstream: upstreamExample,
  },
}
