import { courseParams } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { gradersCsvExample } from './graders-csv-example.ts'

export const exportGraders = defineOperation({
  method: 'get', path: '/courses/{courseId}/graders', tag: 'settings', allow: 'teacher',
  summary: 'The graders as a CSV',
  description: 'What importGraders takes, safe to open in a spreadsheet.',
  params: courseParams,
  example: { params: { courseId: 11 } },
  replies: {
    200: { description: 'The CSV.', mediaType: 'text/csv', etag: true, example: gradersCsvExample },
    304: { description: 'The settings have not changed.', etag: true },
  },
  problems: [],
  timeLimitMs: 30_000,
  upstreamLimitMs: 25_000,
})
