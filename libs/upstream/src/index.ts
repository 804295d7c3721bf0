export {
  createUpstream,
  type Upstream,
  type UpstreamCall,
  type UpstreamOptions,
  upstreamOperations,
  upstreamOutcomes,
} from './client.ts'
export { fetchCourse, type Course } from './courses/fetch-course.ts'
export { fetchExercise, type ExerciseOfCourse } from './courses/fetch-exercise.ts'
export { fetchModules, type CourseExercise, type CourseModule } from './courses/fetch-modules.ts'
export { listUserTags, type UserTag } from './courses/list-user-tags.ts'
export { probeCourseTeacher } from './courses/probe-course-teacher.ts'
export { UpstreamError } from './errors.ts'
export { listStudents, type Roster, type RosterLimits, type Student } from './students/list-students.ts'
export { listSubmissionHeads } from './submissions/list-submission-heads.ts'
export { type SubmissionHead, type SubmissionHeads, type SubmissionStatus } from './submissions/submission-heads.ts'
export { fetchIdentity, type Identity } from './users/fetch-identity.ts'
export { fetchUser } from './users/fetch-user.ts'
export { findUsersByEmail, type UserByEmail } from './users/find-users-by-email.ts'
export { isCourseStaff } from './users/is-course-staff.ts'
export { type CourseBrief, type User } from './users/user-reply.ts'
