import type { Catcher, Defect } from '../defect.ts'

const inData = (file: string, test: string): Catcher => ({
  project: 'data',
  file: `libs/data/src/${file}.test.ts`,
  test,
})
const inWorkflows = (file: string, test: string): Catcher => ({
  project: 'workflows',
  file: `libs/workflows/src/${file}.test.ts`,
  test,
})
const race: Catcher = {
  project: 'system',
  file: 'test/system/src/mixed-settings-race.long.test.ts',
  test: 'settings written through two boundaries and three processes at once > lose nobody',
}
const sizes = (test: string): Catcher => ({ project: 'system', file: 'test/system/src/reply-sizes.long.test.ts', test })
const importGraders = 'libs/workflows/src/settings/import-graders.ts'
const readCourse = 'libs/workflows/src/snapshots/read-course.ts'
const replaceSnapshot = 'libs/data/src/snapshots/replace-snapshot.ts'
const listStudents = 'libs/data/src/students/list-students.ts'

export const frontendCourses: readonly Defect[] = [
  {
    title: 'a slug is not reserved with the write that takes it',
    edits: [
      {
        file: 'libs/data/src/settings/update-course-settings.ts',
        old: '!(await insertCourseSlug(tx, settings.courseId, settings.newSlug))',
        new: `(await tx.maybeOne(lock\`SELECT 1 AS revision, ARRAY[]::bigint[] AS taken FROM course_slug WHERE slug = \${settings.newSlug} AND course_id <> \${settings.courseId}::bigint\`)) !== null`,
      },
      {
        file: 'libs/data/migrations/20261120100200_course_settings__create.sql',
        old: '  CONSTRAINT course_settings__slug__fkey FOREIGN KEY (slug, course_id) REFERENCES course_slug (slug, course_id)',
        new: "  CONSTRAINT course_settings__slug__fkey CHECK (slug <> '')",
      },
    ],
    caughtBy: [
      inData(
        'courses/course-slug-queries',
        'a write with a new slug > gives a slug that two courses want to exactly one of them, in thirty rounds',
      ),
    ],
  },
  {
    title: 'an import overwrites changes that were made after its file was exported',
    edits: [
      {
        file: importGraders,
        old: `  if (current.revision !== expectedRevision) throw new DomainError('revision_conflict')\n`,
        new: '',
      },
      {
        file: importGraders,
        old: 'courseId: current.courseId, expectedRevision, document',
        new: 'courseId: current.courseId, expectedRevision: expectedRevision && current.revision, document',
      },
    ],
    caughtBy: [inWorkflows('settings/import-graders', 'importGraders > checks the file before the revision'), race],
  },
  {
    title: 'a refresh of tags does not wait for a write of the settings',
    edits: [
      {
        file: 'libs/data/src/settings/course-tag-queries.ts',
        old: '    FOR NO KEY UPDATE OF course_settings\n',
        new: '',
      },
    ],
    caughtBy: [race],
  },
  {
    title: 'a roster is replaced whoever holds the lease',
    edits: [
      { file: replaceSnapshot, old: `  if (leasedAt === null) return { outcome: 'lease_lost' }\n`, new: '' },
      {
        file: replaceSnapshot,
        old: '= await lockRefreshLease(tx, lease)',
        new: '= await lockRefreshLease(tx, lease) ?? new Date().toISOString()',
      },
    ],
    caughtBy: [
      inData('snapshots/refresh-lease-queries', 'replaceSnapshot > writes nothing if the lease has expired'),
      inWorkflows(
        'snapshots/concurrent-refreshes',
        'refreshCourseSnapshot, several calls at the same time > writes nothing if its lease expired during the reading',
      ),
    ],
  },
  {
    title: 'a course is read with the rights that an assistant had some minutes ago',
    edits: [
      {
        file: readCourse,
        old: `  if (!staffCourses.some((course) => course.courseId === courseId)) throw new DomainError('forbidden')\n`,
        new: '',
      },
    ],
    caughtBy: [
      {
        project: 'frontend-internal',
        file: 'services/frontend-internal/src/snapshots/refresh-course-snapshot.test.ts',
        test: 'refreshCourseSnapshot > is forbidden to an assistant who has become a student',
      },
      inWorkflows(
        'snapshots/refresh-course-snapshot',
        'refreshCourseSnapshot > writes nothing if the reader, an assistant',
      ),
    ],
  },
  {
    title: 'a course is read with the rights that a teacher had when the reading began',
    edits: [
      {
        file: readCourse,
        old: '    const [{ visibleToStudents, endsAt }, modules, roster] =',
        new: "    const firstTags = seenBy === 'teacher' ? await tagsForTeacher(upstream, call, courseId) : null\n    const [{ visibleToStudents, endsAt }, modules, roster] =",
      },
      {
        file: readCourse,
        old: "seenBy === 'teacher' ? await tagsForTeacher(upstream, call, courseId) : await",
        new: "seenBy === 'teacher' ? firstTags : await",
      },
    ],
    caughtBy: [
      inWorkflows(
        'snapshots/refresh-course-snapshot',
        'refreshCourseSnapshot > writes nothing if the reader, a teacher',
      ),
    ],
  },
  {
    title: 'a teacher gets the result of a refresh that an assistant made',
    edits: [
      {
        file: 'libs/workflows/src/snapshots/refresh-course-snapshot.ts',
        old: `request.seenBy === 'assistant' || seenBy === 'teacher'`,
        new: `request.seenBy === 'assistant' || seenBy !== null`,
      },
    ],
    caughtBy: [
      inWorkflows(
        'snapshots/concurrent-refreshes',
        'refreshCourseSnapshot, several calls at the same time > returns an assistant',
      ),
    ],
  },
  {
    title: 'a student gets 304 for the entity tag of a reply to staff',
    edits: [
      {
        file: 'services/frontend-internal/src/snapshots/get-course-snapshot.ts',
        old: 'isComparable: isStaff',
        new: 'isComparable: true',
      },
    ],
    caughtBy: [
      {
        project: 'frontend-internal',
        file: 'services/frontend-internal/src/snapshots/get-course-snapshot.test.ts',
        test: 'getCourseSnapshot > is always sent whole to students, since a tag of staff belongs to another',
      },
    ],
  },
  {
    title: 'students are paged by how many there were before',
    edits: [
      {
        file: listStudents,
        old: ' AND roster_student.user_id > ${after ?? 0}::bigint',
        new: ' AND ${after ?? 0}::bigint >= 0',
      },
      {
        file: listStudents,
        old: '      ORDER BY roster_student.user_id\n      LIMIT ${query.limit}::integer',
        new: '      ORDER BY roster_student.user_id\n      LIMIT ${query.limit}::integer OFFSET ${query.after ?? 0}::bigint',
      },
      {
        file: 'services/frontend-internal/src/students/list-students.ts',
        old: 'keyOf: ({ userId }) => [userId]',
        new: 'keyOf: (row) => [(page.after?.[0] ?? 0) + rows.indexOf(row) + 1]',
      },
    ],
    caughtBy: [
      {
        project: 'frontend-internal',
        file: 'services/frontend-internal/src/students/list-students.test.ts',
        test: 'listStudents > lists each student who stays once while others come and go',
      },
    ],
  },
  {
    title: "a cell of the graders' file may be a formula",
    edits: [
      {
        file: 'libs/domain/src/csv/csv-line.ts',
        old: "guardFormulas(cell ?? '').replaceAll",
        new: "(cell ?? '').replaceAll",
      },
    ],
    caughtBy: [
      inWorkflows('settings/read-graders-csv', 'gradersCsv > has no cell that a spreadsheet would run'),
      inWorkflows(
        'settings/export-graders',
        'exportGraders > guards an address that a spreadsheet would run as a formula',
      ),
    ],
    always: true,
  },
  {
    title: 'a snapshot is stored that does not fit into a reply',
    edits: [{ file: replaceSnapshot, old: '  await requireFitsReply(tx, lease.courseId)\n', new: '' }],
    caughtBy: [
      inData('snapshots/replace-snapshot', 'replaceSnapshot > rejects a snapshot that would not fit into a reply'),
      sizes('a course with thousands of exercises, tags and submissions > has a snapshot'),
    ],
  },
  {
    title: 'a refresh of tags writes an older reading over that of another refresh',
    edits: [
      {
        file: 'libs/workflows/src/settings/refresh-course-tags.ts',
        old: 'if (!sameTags(',
        new: 'if (false && !sameTags(',
      },
    ],
    caughtBy: [
      inWorkflows(
        'settings/refresh-course-tags',
        'refreshCourseTags > reads the platform again if another refresh came in between, so that an',
      ),
      inWorkflows(
        'settings/refresh-course-tags',
        'refreshCourseTags > fails after three readings, if another refresh came in between each time',
      ),
    ],
  },
  {
    title: 'a refresh reports every tag that is gone',
    edits: [
      {
        file: 'services/frontend-internal/src/settings/refresh-course-tags.ts',
        old: 'itemsThatFit(warnings, Buffer.byteLength(settings.document))',
        new: 'warnings',
      },
    ],
    caughtBy: [sizes('the settings of a course that are as large as settings can be > are returned by a refresh')],
  },
]
