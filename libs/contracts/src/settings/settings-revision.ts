import Type, { type Static } from 'typebox'
import { courseSettingsDocument } from './course-settings.ts'
import { upstreamId } from '../schemas/ids.ts'
import { personRef } from '../schemas/person-ref.ts'
import { instant } from '../schemas/paging.ts'

const entry = {
  revision: Type.Integer({ minimum: 1 }),
  at: instant('When it was written.'),
  userId: upstreamId('Who wrote it.'),
  by: personRef,
  boundary: Type.Enum(['public', 'frontend'], { type: 'string', description: 'The boundary of the write.' }),
  operation: Type.String({ description: 'The operation of the write.' }),
}

export const settingsRevision = Type.Object(entry, {
  title: 'SettingsRevision',
  description: 'One revision of the settings of a course.',
})
export type SettingsRevision = Static<typeof settingsRevision>

export const settingsRevisionDetail = Type.Object(
  {
    ...entry,
    document: courseSettingsDocument,
    changes: Type.Array(
      Type.Object({
        path: Type.String(),
        before: Type.Unknown(),
        after: Type.Unknown(),
        omitted: Type.Optional(
          Type.Literal(true, { description: 'The values are left out, since they do not fit into the reply.' }),
        ),
      }),
      { description: 'Changes against the revision before; null for a value that did not or does not exist.' },
    ),
  },
  { title: 'SettingsRevisionDetail', description: 'One revision with its document and its changes.' },
)
export type SettingsRevisionDetail = Static<typeof settingsRevisionDetail>

export const revisionParams = Type.Object({
  courseId: upstreamId('The course.'),
  revision: upstreamId('The revision of the settings.'),
})
