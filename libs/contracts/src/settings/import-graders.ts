import Type from 'typebox'
import { courseSettingsExample } from './course-settings-examples.ts'
import { courseGrader } from './course-settings.ts'
import { courseParams } from '../schemas/ids.ts'
import { textBody } from '../operation/limits.ts'
import { defineOperation } from '../operation/operation.ts'
import { gradersCsvExample } from './graders-csv-example.ts'

const importedGraders = Type.Object(
  {
    revision: Type.Integer({ minimum: 1, description: 'The current revision of the settings.' }),
    graders: Type.Array(courseGrader),
    dryRun: Type.Boolean({ description: 'Whether nothing was written.' }),
  },
  { title: 'ImportedGraders', description: 'The graders in the CSV file.' },
)

export const importGraders = defineOperation({
  method: 'put',
  path: '/courses/{courseId}/graders',
  tag: 'settings',
  allow: 'teacher',
  summary: 'Replace the graders by a CSV file',
  description:
    'Replaces all graders, or none if the file has an issue. The first line is `email;languages;feedbackTags;gradingTags`, and each name may be quoted; rows without any value are left out. Values in a cell are separated by commas. An empty cell means no restriction, and `(none)` the empty list. The file is in UTF-8; `detail` says how to save one that is not.',
  params: courseParams,
  query: Type.Object({
    dryRun: Type.Optional(Type.Boolean({ description: 'Checks everything, and writes nothing.' })),
    allowEmpty: Type.Optional(
      Type.Boolean({
        description: 'A file without graders takes all out. Otherwise it is rejected.',
        examples: [false],
      }),
    ),
  }),
  csvBody: true,
  maxBody: textBody,
  ifMatch: true,
  example: { params: { courseId: 11 }, revision: 1, query: { dryRun: true }, body: gradersCsvExample },
  replies: {
    200: {
      description: 'The graders.',
      schema: importedGraders,
      etag: true,
      example: { revision: 8, graders: courseSettingsExample.graders, dryRun: false },
    },
  },
  problems: ['invalid_csv'],
  timeLimitMs: 60_000,
  upstreamLimitMs: 30_000,
})
