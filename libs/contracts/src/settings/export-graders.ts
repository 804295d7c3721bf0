import { courseParams } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { gradersCsvExample } from './graders-csv-example.ts'

export const exportGraders = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/graders',
  tag: 'settings',
  allow: 'teacher',
  summary: 'Export the graders as a CSV file',
  description:
    'The file that importGraders accepts, with a byte order mark, safe to open in a spreadsheet. The `ETag` is the revision of the settings, for `If-Match`; it ' +
    'does not cover the addresses, so `If-None-Match` is ignored.',
  params: courseParams,
  example: { params: { courseId: 11 } },
  replies: {
    200: { description: 'The CSV.', mediaType: 'text/csv', etag: true, example: `\uFEFF${gradersCsvExample}` },
  },
  timeLimitMs: 30_000,
  upstreamLimitMs: 25_000,
})
