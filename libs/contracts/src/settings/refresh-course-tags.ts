import Type from 'typebox'
import { courseSettingsExample } from './course-settings-examples.ts'
import { courseSettingsDocument } from './course-settings.ts'
import { extensibleEnum } from '../schemas/extensible-enum.ts'
import { courseParams } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'

const tagRefresh = Type.Object(
  {
    ltiLoginUrl: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        minLength: 1,
        maxLength: 2048,
        description:
          "LTI login URL as the course's menu on the learning platform shows it. If absent, it stays as it is.",
      }),
    ),
  },
  { title: 'TagRefresh', additionalProperties: false, description: 'What else to change together with the tags.' },
)

const refreshedSettings = Type.Object(
  {
    settings: courseSettingsDocument,
    warnings: Type.Array(
      Type.Object({
        code: extensibleEnum(['tag_gone'], 'What to know about the tag.'),
        slug: Type.String({ description: 'A tag that the settings use and the learning platform no longer has.' }),
      }),
    ),
  },
  { title: 'RefreshedSettings', description: 'The settings after a refresh of their tags.' },
)

const ltiLoginUrl = 'https://learning.example.org/programming/1/lti-login/3/'

export const refreshCourseTags = defineOperation({
  method: 'post',
  path: '/courses/{courseId}/settings/refresh',
  tag: 'settings',
  allow: 'teacher',
  summary: 'Refresh the tags from the learning platform',
  description:
    'A tag that no longer exists there stays while the settings use it, and is listed in `warnings`. If nothing changes, there is no new revision.',
  params: courseParams,
  body: tagRefresh,
  bodyOptional: true,
  example: { params: { courseId: 11 }, body: { ltiLoginUrl: null } },
  replies: {
    200: {
      description: 'The settings with the current tags.',
      schema: refreshedSettings,
      etag: true,
      example: {
        settings: { ...courseSettingsExample, revision: 8, ltiLoginUrl },
        warnings: [{ code: 'tag_gone', slug: 'group-a' }],
      },
    },
  },
  timeLimitMs: 60_000,
  upstreamLimitMs: 30_000,
})
