import Type from 'typebox'
import { courseSettingsExample } from './course-settings-examples.ts'
import { courseGrader } from './course-settings.ts'
import { courseParams } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { gradersCsvExample } from './graders-csv-example.ts'

const importedGraders = Type.Object(
  {
    revision: Type.Integer({ minimum: 1, description: 'Revision of the settings now.' }),
    graders: Type.Array(courseGrader),
    dryRun: Type.Boolean({ description: 'True: nothing was written.' }),
  },
  { title: 'ImportedGraders', description: 'The graders that the CSV makes.' },
)

export const importGraders = defineOperation({
  method: 'put',
  path: '/courses/{courseId}/graders',
  tag: 'settings',
  allow: 'teacher',
  summary: 'Replace the graders from a CSV',
  description:
    'All or nothing. Header `email;languages;feedbackTags;gradingTags`; cells list values with a comma; an empty cell means no restriction, `(none)` the empty list.',
  params: courseParams,
  query: Type.Object({ dryRun: Type.Optional(Type.Boolean({ description: 'Look at everything, write nothing.' })) }),
  csvBody: true,
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
