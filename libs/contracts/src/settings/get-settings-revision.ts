import { defineOperation } from '../operation/operation.ts'
import { settingsRevisionDetailExample } from './settings-revision-examples.ts'
import { revisionParams, settingsRevisionDetail } from './settings-revision.ts'

export const getSettingsRevision = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/settings/revisions/{revision}',
  tag: 'settings',
  allow: 'teacher',
  summary: 'Get a revision of the settings',
  description: 'The document of the revision, and its changes.',
  params: revisionParams,
  example: { params: { courseId: 11, revision: 1 } },
  replies: {
    200: {
      description: 'The revision.',
      schema: settingsRevisionDetail,
      etag: true,
      example: settingsRevisionDetailExample,
    },
    304: { description: 'The caller has it already.', etag: true },
  },
})
