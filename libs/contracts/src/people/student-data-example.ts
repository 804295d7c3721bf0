import { studentRowExample } from '../students/student-examples.ts'

const { userId, username, fullName, email, studentId, tagSlugs } = studentRowExample

export const studentDataExample = {
  courseId: 11,
  userId,
  exportedAt: '2026-11-02T09:00:00.000Z',
  roster: [{ username, fullName, email, studentId, tagSlugs, leftAt: null }],
  submissions: [
    { submissionId: 9001, exerciseId: 1103, submittedAt: '2026-10-30T14:05:00.000Z', status: 'ready', grade: 0 },
  ],
  erasure: [],
  actions: [{ action: 'export', at: '2026-11-02T09:00:00.000Z' }],
}
