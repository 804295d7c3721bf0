import Type, { type Static } from 'typebox'

/** `document` is the exact JSON text that was written. */
export const storedCourseSettings = Type.Object({
  courseId: Type.Integer(),
  revision: Type.Integer(),
  document: Type.String(),
})
export type StoredCourseSettings = Static<typeof storedCourseSettings>
