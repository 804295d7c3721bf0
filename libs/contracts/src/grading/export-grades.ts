import Type from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { exerciseParams } from './exercise-grading.ts'

const csvExample = [
  '\uFEFFsubmissionId;assessmentId;userId;username;studentId;name;attempt;submittedAt;state;points;maxPoints;criterion.report;grader;completedAt;releasedAt;delivery;standing;upstreamStatus;upstreamGrade;graderName;starting;automatic;adjustment;rounding;limit;otherCriteria',
  '3001;"019ea3f2-7400-7b10-8c2d-3e4f5a6b7c02";201;"student01";"500201";"Eero Demonen 1";1;"2026-11-01T10:00:00.000Z";"completed";9,5;20;8,25;102;"2026-11-02T10:00:00.000Z";"";"held";"";"waiting";0;"Iida Assari";1;0;0;0,25;0;0',
  '"";"";202;"student02";"500202";"Aino Esimerkki 2";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";""',
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
    'A row for each submitter of each submission, the oldest first, and one for each other student of the roster, whatever changes while the',
    'file is written. There is a column for each criterion of any version of the rubrics that the settings or the work of the exercise name.',
    'Criteria, `starting`, `automatic`, `adjustment`, `rounding`, `limit` and `otherCriteria` add up to the points; `otherCriteria` is for what',
    'was published after the file was begun. They are empty for results that were completed before parts were stored. While released work is',
    'graded again, its row has what was released. Where work is anonymous until its release, aliases replace people; who left the course keeps',
    'the name. Status and grade of the learning platform are those of the last refresh or verification. The file begins with a byte order mark,',
    'and is safe to open in a spreadsheet.',
  ].join(' '),
  params: exerciseParams,
  query: Type.Object({
    dialect: Type.Optional(
      Type.Enum(['comma', 'semicolon'], {
        type: 'string',
        description:
          '`comma`: separated by commas, with decimal points; `semicolon`: separated by semicolons, with decimal commas, as a Finnish, Swedish or German spreadsheet reads numbers. If absent, by the decimal sign of the `locale` in the preferences of the caller; `comma` if that is unknown.',
      }),
    ),
  }),
  example: { params: { courseId: 11, exerciseId: 1103 }, query: { dialect: 'semicolon' } },
  replies: { 200: { description: 'The CSV.', mediaType: 'text/csv', isUnlimited: true, example: csvExample } },
})
