import type { Delivery } from './delivery.ts'

/** A grade that was sent twice: the first send surely did not arrive, the second may have. */
export const deliveryExample: Delivery = {
  id: '019ea3f2-6c00-7a1b-8c2d-3e4f5a6b7c8d',
  courseId: 11,
  exerciseId: 1103,
  exerciseName: '|en:Essay program|fi:Esseeohjelma|',
  submissionId: 9001,
  submitters: [{ userId: 201, fullName: 'Eero Demonen 1', alias: false }],
  assessmentId: '019ea3f2-7400-7b10-8c2d-3e4f5a6b7c02',
  grader: { userId: 103, fullName: 'Assi Suomenkielinen', alias: false },
  deliverable: true,
  state: 'ambiguous',
  points: 12.5,
  maxPoints: 20,
  sends: [
    { number: 1, startedAt: '2026-11-02T09:00:00.000Z', outcome: 'unsent', kind: 'too_late', status: null },
    { number: 2, startedAt: '2026-11-02T09:00:30.000Z', outcome: 'ambiguous', kind: 'timeout', status: null },
  ],
  confirmedBy: null,
  notBefore: null,
  seenUpstream: { at: '2026-11-02T09:02:00.000Z', grade: 0, gradingTime: null, grader: null },
  upstream: null,
  standing: 'unknown',
  decideFrom: '2026-11-02T09:03:30.000Z',
  decisions: [],
  createdAt: '2026-11-02T08:59:59.000Z',
  updatedAt: '2026-11-02T09:02:00.000Z',
}
