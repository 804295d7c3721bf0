export { createUpstream, type Upstream, type UpstreamCall, type UpstreamOptions, upstreamOperations } from './client.ts'
export { upstreamOutcomes } from './call-end.ts'
export { fetchCourse, type Course } from './courses/fetch-course.ts'
export { fetchExercise, type ExerciseOfCourse } from './courses/fetch-exercise.ts'
export { fetchExerciseForm, type ExerciseForm } from './courses/fetch-exercise-form.ts'
export { type FormField } from './courses/form-fields.ts'
export { fetchModules, type CourseExercise, type CourseModule } from './courses/fetch-modules.ts'
export { listUserTags, type UserTag } from './courses/list-user-tags.ts'
export { probeCourseTeacher } from './courses/probe-course-teacher.ts'
export { UpstreamError } from './errors.ts'
export { type ByteStream } from './open-stream.ts'
export { listStudents, type Roster, type RosterLimits, type Student } from './students/list-students.ts'
export {
  fetchSubmission,
  type Submission,
  type SubmissionFile,
  type Submitter,
} from './submissions/fetch-submission.ts'
export { listSubmissionHeads } from './submissions/list-submission-heads.ts'
export { openSubmissionFile } from './submissions/open-submission-file.ts'
export { readSubmissionFile, type FileReading } from './submissions/read-submission-file.ts'
export { type SubmissionHead, type SubmissionHeads, type SubmissionStatus } from './submissions/submission-heads.ts'
export { createTemplates, type Templates, type TemplatesOptions } from './templates/create-templates.ts'
export { fetchIdentity, type Identity } from './users/fetch-identity.ts'
export { fetchUser } from './users/fetch-user.ts'
export { findUsersByEmail, type UserByEmail } from './users/find-users-by-email.ts'
export { findCourseStaff } from './users/find-course-staff.ts'
export { type CourseBrief, type User } from './users/user-reply.ts'
