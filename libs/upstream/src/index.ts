export {
  createUpstream,
  type Upstream,
  type UpstreamCall,
  type UpstreamOptions,
  upstreamOperations,
} from './client/client.ts'
export { upstreamOutcomes } from './call/call-end.ts'
export { fetchCourse } from './courses/fetch-course.ts'
export { fetchExercise, readExercise } from './courses/fetch-exercise.ts'
export { fetchExerciseForm, type ExerciseForm } from './courses/fetch-exercise-form.ts'
export { fetchModules } from './courses/fetch-modules.ts'
export { listUserTags, type UserTag } from './courses/list-user-tags.ts'
export { probeCourseTeacher } from './courses/probe-course-teacher.ts'
export { UpstreamError } from './call/upstream-error.ts'
export { type ByteStream } from './client/start-body.ts'
export { listStudents } from './students/list-students.ts'
export { fetchSubmission, type Submission } from './submissions/fetch-submission.ts'
export { listSubmissionHeads } from './submissions/list-submission-heads.ts'
export { openSubmissionFile } from './submissions/open-submission-file.ts'
export { readSubmissionFile } from './submissions/read-submission-file.ts'
export { createTemplates, type Templates, type TemplatesOptions } from './templates/create-templates.ts'
export { fetchIdentity, type Identity } from './users/fetch-identity.ts'
export { fetchUser } from './users/fetch-user.ts'
export { findUsersByEmail, type UserByEmail } from './users/find-users-by-email.ts'
export { findCourseStaff } from './users/find-course-staff.ts'
export { type CourseBrief } from './users/user-reply.ts'
