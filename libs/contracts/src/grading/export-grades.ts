import { defineOperation } from '../operation.ts'
import { exerciseParams } from './exercise-grading.ts'

const csvExample = [
  '\uFEFFsubmissionId;assessmentId;userId;username;studentId;name;attempt;submittedAt;state;points;maxPoints;criterion.report;grader;completedAt;releasedAt;delivery;standing;upstreamStatus;upstreamGrade',
  '3001;"019ea3f2-7400-7b10-8c2d-3e4f5a6b7c02";201;"student01";"500201";"Eero Demonen 1";1;"2026-11-01T10:00:00.000Z";"completed";17;20;8.25;102;"2026-11-02T10:00:00.000Z";"";"held";"";"waiting";0',
  '"";"";202;"student02";"500202";"Aino Esimerkki 2";"";"";"";"";"";"";"";"";"";"";"";"";""',
  '',
].join('\r\n')

export const exportGrades = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/exercises/{exerciseId}/grades',
  tag: 'grading',
  allow: 'teacher',
  subject: 'exercise',
  summary: 'Export the grades of an exercise as a CSV file',
  description: [
    'A row for each submitter of each submission, the oldest first, and one for each student of the roster who handed in nothing. There is a column',
    'for each criterion of any version of a rubric by which work is judged. Where work is anonymous until its release, aliases',
    'replace people. Status and grade of the learning platform are those of the last refresh or verification. The file begins with a byte order mark, and is safe to open in a spreadsheet.',
  ].join(' '),
  params: exerciseParams,
  example: { params: { courseId: 11, exerciseId: 1103 } },
  replies: { 200: { description: 'The CSV.', mediaType: 'text/csv', isUnlimited: true, example: csvExample } },
})
