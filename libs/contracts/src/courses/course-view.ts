import Type, { type Static } from 'typebox'
import { upstreamId } from '../schemas/ids.ts'
import { instant, nullable } from '../schemas/paging.ts'

const brief = {
  courseId: upstreamId('The course (course instance) on the learning platform.'),
  slug: nullable(Type.String({ description: 'Null while the course is not configured.' })),
  name: Type.String({
    description: 'The configured name, or else that of the learning platform, language markup included.',
  }),
  code: Type.String(),
  instanceName: Type.String(),
  configured: Type.Boolean({ description: 'Whether the course has settings here.' }),
  listed: Type.Boolean({
    description: 'Whether the course stands in lists of its students; true while it is not configured.',
  }),
  roles: Type.Array(Type.Enum(['teacher', 'assistant', 'grader', 'student'], { type: 'string' }), {
    description: 'The role of the caller in the course.',
  }),
}

export const courseBrief = Type.Object(brief, { title: 'CourseBrief', description: 'A course of the caller.' })
export type CourseBrief = Static<typeof courseBrief>

export const courseView = Type.Object(
  {
    ...brief,
    languages: Type.Array(Type.String()),
    counts: nullable(
      Type.Object(
        {
          students: Type.Integer(),
          waiting: Type.Integer(),
          inProgress: Type.Integer(),
        },
        { description: 'For graders and teachers only.' },
      ),
    ),
    takenAt: nullable(instant("When the course's snapshot was taken.")),
    movedTo: Type.Optional(Type.String({ description: 'The present slug, if the request had an old one.' })),
  },
  { title: 'CourseView', description: 'A course as its front page shows it.' },
)
export type CourseView = Static<typeof courseView>

export const publicCourses = Type.Object(
  {
    courses: Type.Array(
      Type.Object({
        courseId: brief.courseId,
        slug: Type.String(),
        name: Type.String(),
        languages: Type.Array(Type.String()),
        listed: Type.Boolean(),
      }),
    ),
  },
  { title: 'PublicCourses', description: 'Every listed course, for navigation.' },
)
export type PublicCourses = Static<typeof publicCourses>

const slugPattern = '^[a-z0-9]+(?:-[a-z0-9]+)*$'
export const slugParams = Type.Object({
  slug: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: slugPattern,
    description: 'A slug that the course has or had.',
  }),
})
