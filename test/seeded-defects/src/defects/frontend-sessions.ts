import type { Catcher, Defect } from '../defect.ts'

const service = 'services/frontend-internal/src'
const serveOperations = 'libs/http-kit/src/operations/serve-operations.ts'
const caughtIn = (file: string, test: string): Catcher => ({
  project: 'frontend-internal',
  file: `${service}/${file}`,
  test,
})

export const frontendSessions: readonly Defect[] = [
  {
    title: 'a session continues after the learning platform refused its token',
    edits: [
      {
        file: `${service}/access/end-refused-session.ts`,
        old: '  await deleteSession(database, caller.session.sessionId)\n',
        new: '  void [deleteSession, database]\n',
      },
    ],
    caughtBy: [
      caughtIn(
        'access/end-refused-session.test.ts',
        'a token that the learning platform refuses > ends the session in getCourse',
      ),
    ],
    always: true,
  },
  {
    title: 'a learning platform that is down ends sessions',
    edits: [
      {
        file: `${service}/access/end-refused-session.ts`,
        old: `error.code !== 'upstream_refused'`,
        new: `!error.code.startsWith('upstream_')`,
      },
    ],
    caughtBy: [
      caughtIn(
        'access/platform-down.long.test.ts',
        'a reply of the learning platform that A+ would not send > (403) causes 502',
      ),
    ],
  },
  {
    title: 'a role that was lost is cached for an hour',
    edits: [
      {
        file: `${service}/access/fresh-identity.ts`,
        old: 'const maxIdentityAgeS = 300',
        new: 'const maxIdentityAgeS = 3600',
      },
    ],
    caughtBy: [
      caughtIn(
        'access/fresh-identity.test.ts',
        'the role of a person in a course > changes with the next reading, with lost and new rights',
      ),
    ],
  },
  {
    title: 'concurrent requests of a session each read the roles',
    edits: [
      {
        file: `${service}/access/fresh-identity.ts`,
        old: 'underWay.get(session.sessionId) ?? begin(request)',
        new: 'begin(request)',
      },
    ],
    caughtBy: [
      caughtIn(
        'access/fresh-identity.test.ts',
        'the role of a person in a course > is read once for twenty requests at the same time',
      ),
    ],
  },
  {
    title: 'the session is read before the secret is compared',
    edits: [
      {
        file: `${service}/access/authenticate.ts`,
        old: '    if (!isFrontend(message)) {',
        new: `    await useSession(Buffer.alloc(32))\n    if (!isFrontend(message)) {`,
      },
    ],
    caughtBy: [
      caughtIn(
        'every-operation.test.ts',
        'the secret of the service, at every operation > is checked before the database is',
      ),
    ],
  },
  {
    title: 'a cursor is checked after roles',
    edits: [
      { file: serveOperations, old: 'page: (readPage?.(query) ?? null) as null', new: 'page: null' },
      {
        file: serveOperations,
        old: '        ...parameters,\n        page,',
        new: '        ...parameters,\n        page: (readPage?.(parameters.query) ?? null) as null,',
      },
    ],
    caughtBy: [
      caughtIn(
        'every-request.test.ts',
        'listSettingsRevisions: the order of checks > reports the one of two faults that is checked first',
      ),
    ],
  },
  {
    title: 'an assistant changes the settings',
    edits: [
      {
        file: `${service}/access/course-member.ts`,
        old: `  return course?.role === 'teacher'\n`,
        new: `  return course !== undefined && course.role !== 'student'\n`,
      },
    ],
    caughtBy: [
      caughtIn('every-request.test.ts', 'the rights of an assistant who is listed > decide about putCourseSettings'),
    ],
  },
  {
    title: 'users who are not members learn which slugs are taken',
    edits: [
      {
        file: `${service}/access/authorize.ts`,
        old: `    if (error instanceof DomainError && error.code === 'forbidden')\n      throw new DomainError('not_found', { isHidden: true })\n`,
        new: '',
      },
    ],
    caughtBy: [
      caughtIn(
        'courses/get-course-by-slug.test.ts',
        'getCourseBySlug > gives strangers the same reply for a taken and for a free slug',
      ),
    ],
  },
  {
    title: 'a hidden course is shown to its students',
    edits: [
      {
        file: `${service}/access/course-member.ts`,
        old: "  if (!member.isStaff && !(await isVisible(deps, request, member))) throw new DomainError('forbidden')\n",
        new: '',
      },
    ],
    caughtBy: [
      caughtIn(
        'courses/get-course.test.ts',
        'getCourse > is forbidden to students while the platform hides the course, without and',
      ),
    ],
  },
  {
    title: 'a failure of the public list is cached',
    edits: [
      { file: `${service}/courses/public-courses.ts`, old: '      if (kept === current) kept = undefined\n', new: '' },
    ],
    caughtBy: [caughtIn('courses/list-public-courses.test.ts', 'listPublicCourses > does not cache a failure')],
  },
  {
    title: 'an error body grows with the request',
    edits: [
      {
        file: 'libs/http-kit/src/reply/internal-problem-style.ts',
        old: 'const bodyLimitBytes = 4096',
        new: 'const bodyLimitBytes = 40_960',
      },
    ],
    caughtBy: [caughtIn('error-bodies.test.ts', 'the body of an error > about 10,000 unknown fields with long names')],
  },
  {
    title: 'two concurrent writers of preferences both succeed',
    edits: [
      {
        file: 'libs/data/src/preferences/preferences-queries.ts',
        old: ' AND preferences.revision = ${change.expectedRevision}::bigint',
        new: '',
      },
    ],
    caughtBy: [caughtIn('preferences/put-preferences.test.ts', 'putPreferences > rejects the second of two writers')],
  },
]
