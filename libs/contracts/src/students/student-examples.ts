import type { StudentPage, StudentRow } from './student.ts'

export const studentRowExample: StudentRow = {
  userId: 201,
  username: 'student01',
  fullName: 'Eero Demonen 1',
  email: 'student01@example.org',
  studentId: '500201',
  tagSlugs: ['group-a'],
  lastSubmissionAt: '2026-10-30T14:05:00.000Z',
  openWork: 1,
  finishedWork: 0,
}

export const studentPageExample: StudentPage = {
  ...studentRowExample,
  left: false,
  submissions: [
    {
      submissionId: 9001,
      exerciseId: 1103,
      exerciseName: 'Essay program',
      attempt: 1,
      submittedAt: '2026-10-30T14:05:00.000Z',
      state: 'waiting',
      points: null,
      maxPoints: 20,
      assessmentId: null,
      upstream: null,
    },
  ],
  unsettled: [],
  feedback: [],
  pointsByExercise: [
    { exerciseId: 1102, exerciseName: '1.2 Warm-up', points: 4, maxPoints: 5 },
    { exerciseId: 1103, exerciseName: 'Essay program', points: null, maxPoints: 20 },
  ],
}
