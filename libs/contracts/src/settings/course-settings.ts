import Type, { type Static } from 'typebox'
import { maxId, upstreamId } from '../schemas/ids.ts'
import { textOf } from '../schemas/text-rules.ts'
import { highlightLanguages } from './highlight-languages.ts'

const slug = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  description: 'Lower-case URL slug of the course.',
})
const schemaVersion = Type.Integer({ enum: [1], description: 'Version of this document, currently 1.' })

const courseName = Type.String({
  minLength: 1,
  maxLength: 200,
  'x-normalize': 'NFC',
  ...textOf('name', 'Name of the course; counted and stored in Unicode normal form C.'),
})
const language = Type.String({ maxLength: 6, pattern: '^[a-z]{2,3}(-[A-Z]{2})?$' })
const languages = (description: string) =>
  Type.Array(language, { minItems: 1, maxItems: 16, uniqueItems: true, description })
// Repeated items are found in one pass only with `type`. `string`, since a union of 250 names is slow to compile wherever settings are passed.
const highlighters = Type.Array(Type.Unsafe<string>(Type.Enum([...highlightLanguages], { type: 'string' })), {
  maxItems: 64,
  uniqueItems: true,
  description: 'Syntax highlighters that the course uses.',
})
const courseConfigUrl = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  maxLength: 2048,
  format: 'uri',
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?://(?:\\[[0-9A-Fa-f:.]+\\]|[^ /?#@\\\\:\\[\\]]+)(?::[0-9]{1,5})?(?:[/?#][^ \\\\]*)?$',
  description: 'HTTPS or HTTP address of the course configuration, without user information; null where there is none.',
})
/** Tags of any form are allowed, since they belong to the learning platform. A tag that the course lacks gets an issue of its own. */
const tagSlugs = (maxItems: number, description: string) =>
  Type.Array(Type.String(), { maxItems, uniqueItems: true, description })
const visibleTagSlugs = tagSlugs(256, 'Tags that students see; each must exist in the read-only `tags`.')
const manualGradingExercises = Type.Array(Type.Integer({ minimum: 1, maximum: maxId }), {
  maxItems: 1000,
  uniqueItems: true,
  description:
    'Exercises of the learning platform that are graded by hand; each belongs to at most one course. Replies list them in ascending order.',
})
const listed = Type.Boolean({ description: 'Whether students can discover the course.' })

const courseTemplateSettings = Type.Object(
  {
    automaticExtensions: Type.Boolean({ description: "Whether the highlighters' own file name extensions count too." }),
    extensions: Type.Array(Type.String({ maxLength: 17, pattern: '^\\.[A-Za-z0-9][A-Za-z0-9.+_-]{0,15}$' }), {
      maxItems: 64,
      uniqueItems: true,
      description: 'File name extensions of template files, with the dot.',
    }),
    excludedPathSegments: Type.Array(
      Type.String({
        minLength: 1,
        maxLength: 128,
        // Neither `.` nor `..`. The empty text has an issue of its own, by its length.
        pattern: '^(?:(?:[^/\\\\.]|\\.[^/\\\\.]|\\.\\.[^/\\\\])[^/\\\\]*)?$',
      }),
      {
        maxItems: 64,
        uniqueItems: true,
        description: 'Files with one of these path segments are left out.',
      },
    ),
  },
  { title: 'CourseTemplateSettings', additionalProperties: false, description: 'Which files count as templates.' },
)

export const courseGrader = Type.Object(
  {
    userId: upstreamId('A person who is course staff on the learning platform now.'),
    languages: languages('Languages that this person grades; each must be a language of the course.'),
    feedbackTags: Type.Optional(
      tagSlugs(
        64,
        'The person gives feedback only to students with one of these tags. Absent: to all students; empty: to no student.',
      ),
    ),
    gradingTags: Type.Optional(
      tagSlugs(
        64,
        'The person grades only submissions of students with one of these tags. Absent: all submissions; empty: no submission.',
      ),
    ),
  },
  {
    title: 'CourseGrader',
    additionalProperties: false,
    description: 'A person who grades, with the languages and tags that restrict their work.',
  },
)
const graders = Type.Array(courseGrader, {
  maxItems: 200,
  'x-unique-by': 'userId',
  description: 'At most one entry for each person.',
})

export const courseTag = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    description: Type.String(),
    color: Type.String({ description: 'The colour on the learning platform, e.g. `#CD0000`.' }),
    fontWhite: Type.Boolean({ description: 'Whether white text is readable on the colour.' }),
  },
  { title: 'CourseTag', description: 'A tag of the course on the learning platform, as of the last refresh.' },
)

/** The fields that a teacher writes. The settings document also has those that the service keeps. */
const writable = {
  schemaVersion,
  slug,
  name: courseName,
  languages: languages('Content languages, the first one is the main one.'),
  highlightLanguages: highlighters,
  courseConfigUrl: Type.Optional(courseConfigUrl),
  templates: courseTemplateSettings,
  listed,
  visibleTagSlugs,
  graders,
  manualGradingExercises,
}
const { schemaVersion: version, ...otherWritable } = writable

/** The body of GET and of a successful PUT, in this order of keys. */
export const courseSettingsDocument = Type.Object(
  {
    revision: Type.Integer({
      minimum: 1,
      description: 'Current revision; equals the `ETag` header. Kept by the service.',
    }),
    schemaVersion: version,
    courseId: upstreamId('The course. Kept by the service.'),
    ...otherWritable,
    tags: Type.Array(courseTag, {
      description: 'Read-only; refreshed from the learning platform in the settings page of the service.',
    }),
    ltiLoginUrl: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Read-only.' })),
  },
  {
    title: 'CourseSettingsDocumentV1',
    description: 'The settings of a course. `courseConfigUrl` and `ltiLoginUrl` are always there, as a string or null.',
  },
)
export type CourseSettingsDocument = Static<typeof courseSettingsDocument>

export const courseSettingsUpdate = Type.Object(writable, {
  title: 'CourseSettingsUpdateV1',
  additionalProperties: false,
  description:
    'Exactly the writable fields; the whole object is sent and replaces all of them. `slug` must be the current one. An absent `courseConfigUrl` means null.',
})
export type CourseSettingsUpdate = Static<typeof courseSettingsUpdate>
