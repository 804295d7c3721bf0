import { configureCourse } from './courses/configure-course.ts'
import { getCourse } from './courses/get-course.ts'
import { getCourseBySlug } from './courses/get-course-by-slug.ts'
import { listCourses } from './courses/list-courses.ts'
import { listPublicCourses } from './courses/list-public-courses.ts'
import { getDelivery } from './delivery/get-delivery.ts'
import { listDeliveries } from './delivery/list-deliveries.ts'
import { resolveDelivery } from './delivery/resolve-delivery.ts'
import { frontendProblems } from './frontend-problems.ts'
import { defineBoundary } from './operation.ts'
import { eraseStudentData } from './people/erase-student-data.ts'
import { exportStudentData } from './people/export-student-data.ts'
import { getPreferences } from './preferences/get-preferences.ts'
import { putPreferences } from './preferences/put-preferences.ts'
import { createSession } from './sessions/create-session.ts'
import { deleteOtherSessions } from './sessions/delete-other-sessions.ts'
import { deleteSession } from './sessions/delete-session.ts'
import { getSession } from './sessions/get-session.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { exportGraders } from './settings/export-graders.ts'
import { getCourseSettings } from './settings/get-course-settings.ts'
import { getSettingsRevision } from './settings/get-settings-revision.ts'
import { importGraders } from './settings/import-graders.ts'
import { listSettingsRevisions } from './settings/list-settings-revisions.ts'
import { putCourseSettings } from './settings/put-course-settings.ts'
import { refreshCourseTags } from './settings/refresh-course-tags.ts'
import { getCourseSnapshot } from './snapshots/get-course-snapshot.ts'
import { refreshCourseSnapshot } from './snapshots/refresh-course-snapshot.ts'
import { getStudent } from './students/get-student.ts'
import { listStudents } from './students/list-students.ts'

/** What the server-side web frontend calls, on a private network. Fixed paths come before those with a parameter. */
export const frontendInternal = defineBoundary({
  name: 'frontend-internal',
  prefix: '/internal/frontend',
  credentials: { service: 'frontend_secret', person: 'session' },
  checksFirst: 'credential',
  operations: {
    createSession,
    getSession,
    deleteSession,
    listSessions,
    deleteOtherSessions,
    getPreferences,
    putPreferences,
    listPublicCourses,
    listCourses,
    configureCourse,
    getCourseBySlug,
    getCourse,
    getCourseSnapshot,
    refreshCourseSnapshot,
    listStudents,
    getStudent,
    exportStudentData,
    eraseStudentData,
    getCourseSettings,
    putCourseSettings,
    refreshCourseTags,
    listSettingsRevisions,
    getSettingsRevision,
    importGraders,
    exportGraders,
    listDeliveries,
    getDelivery,
    resolveDelivery,
  },
  problems: frontendProblems,
  commonProblems: {
    every: ['invalid_frontend_secret', 'validation_failed', 'internal', 'overloaded'],
    person: ['invalid_session', 'session_expired'],
    course: ['invalid_upstream_token', 'forbidden', 'not_found', 'upstream_unavailable'],
    // Strangers must not learn which slugs are taken.
    subject: { course_by_slug: ['invalid_upstream_token', 'not_found', 'upstream_unavailable'] },
    fixtureTooling: [],
    body: ['payload_too_large', 'unsupported_media_type'],
    ifMatch: ['malformed_if_match', 'precondition_required', 'revision_conflict'],
    page: ['invalid_cursor'],
  },
})
