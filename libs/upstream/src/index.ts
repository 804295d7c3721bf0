export {
  createUpstream, type Upstream, type UpstreamCall, type UpstreamLimits, type UpstreamOperation, type UpstreamOptions,
  type UpstreamOutcome,
} from './client.ts'
export { fetchCourse, type Course } from './courses/fetch-course.ts'
export { listUserTags, type UserTag } from './courses/list-user-tags.ts'
export { probeCourseTeacher } from './courses/probe-course-teacher.ts'
export { UpstreamError, upstreamReasons, type UpstreamErrorCode, type UpstreamReason } from './errors.ts'
export { fetchIdentity, type Identity } from './users/fetch-identity.ts'
export { isCourseStaff } from './users/is-course-staff.ts'
