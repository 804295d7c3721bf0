import Type from 'typebox'
import { courseParams } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { numberKey, pageOf, pageQuery } from '../schemas/paging.ts'
import { settingsRevisionExample } from './settings-revision-examples.ts'
import { settingsRevision } from './settings-revision.ts'

export const listSettingsRevisions = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/settings/revisions',
  tag: 'settings',
  allow: 'teacher',
  summary: 'List the history of the settings',
  description: 'Who changed the settings and when, the newest change first.',
  params: courseParams,
  query: Type.Object(pageQuery),
  pageKey: numberKey,
  example: { params: { courseId: 11 }, query: { limit: 50 } },
  replies: {
    200: {
      description: 'A page of revisions.',
      schema: pageOf(settingsRevision),
      example: { items: [settingsRevisionExample], nextCursor: null },
    },
  },
})
