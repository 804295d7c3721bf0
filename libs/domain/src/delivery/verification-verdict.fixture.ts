import type { VerificationBeforeSend } from './verification-verdict.ts'
import type { SendMark } from './delivery-mark.ts'

export const submissionId = 1042
export const deliveryId = '0192f3a4-5b6c-7d8e-9f01-000000000001'
export const earlierId = '0192f3a4-5b6c-7d8e-9f01-000000000002'
export const graded = '2026-11-20T16:05:47.799437+02:00'
export const gradedLater = '2026-11-20T16:05:47.799438+02:00'
export const earlier: SendMark = { deliveryId: earlierId, sendNumber: 3 }

export const postOf = ({ deliveryId: id, sendNumber }: SendMark) => ({
  points: '7',
  max_points: '10',
  delivery_id: `${id}.${sendNumber}`,
})
export const teacher = { id: 9, url: 'https://plus.example.org/api/v2/users/9', full_name: 'Terry Teacher' }

/** A submission that nobody has graded yet, as upstream shows it to a grader. */
export const waiting: Readonly<Record<string, unknown>> = {
  id: submissionId,
  url: 'https://plus.example.org/api/v2/submissions/1042',
  submitters: [],
  exercise: { id: 1103, max_points: 20 },
  status: 'waiting',
  grade: 0,
  grading_time: null,
  grader: null,
  feedback: '',
  assistant_feedback: null,
  grading_data: null,
  late_penalty_applied: null,
}

/** Graded by our earlier delivery. */
export const ours: Readonly<Record<string, unknown>> = {
  ...waiting,
  status: 'ready',
  grade: 7,
  grading_time: graded,
  grading_data: postOf(earlier),
}

/** Graded by the platform's own checks, which reply by callback as we do. */
export const byChecks: Readonly<Record<string, unknown>> = {
  ...waiting,
  status: 'ready',
  grade: 3,
  grading_time: graded,
  grading_data: { points: '3', max_points: '10' },
}

/** Graded by our earlier delivery, and then by a person. */
export const byTeacher: Readonly<Record<string, unknown>> = {
  ...ours,
  grade: 9,
  grading_time: gradedLater,
  grader: teacher,
}

export function look(reply: unknown, known: Partial<VerificationBeforeSend> = {}): VerificationBeforeSend {
  return { reply, submissionId, deliveryId, graderIdBefore: null, standing: null, mayOverwrite: null, ...known }
}
