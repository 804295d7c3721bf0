import Type, { type Static } from 'typebox'

/** The course's row. `document` is the exact JSON text that was written, ready to be sent. */
export const storedCourseSettings = Type.Object({
  courseId: Type.Integer(),
  revision: Type.Integer(),
  document: Type.String(),
})
export type StoredCourseSettings = Static<typeof storedCourseSettings>
