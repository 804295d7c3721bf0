import type { Catcher, Defect, Edit } from '../defect.ts'

const write = 'libs/data/src/settings/update-course-settings.ts'
const workflow = 'libs/workflows/src/settings/write-course-settings.ts'
const withoutLock: Edit = { file: write, old: '\n    FOR NO KEY UPDATE OF course_settings', new: '' }
const withoutVerification: Edit = {
  file: write,
  old: 'if (course.revision !== settings.expectedRevision)',
  new: 'if (false)',
}
const withoutGuard: Edit = {
  file: write,
  old: '\n      AND course_settings.revision = ${settings.expectedRevision}',
  new: '',
}
const anyRevision: Edit = {
  file: write,
  old: 'SET revision = course_settings.revision + 1',
  new: 'SET revision = ${settings.expectedRevision}::integer + 1',
}
const withoutHistory: Edit = {
  file: 'libs/data/migrations/20261120100700_course_settings_revision__create.sql',
  old: '\n  CONSTRAINT course_settings_revision__pkey PRIMARY KEY (course_id, revision),',
  new: '',
}
const manyWriters: Catcher = {
  project: 'data',
  file: 'libs/data/src/settings/settings-races.test.ts',
  test: '32 writers with the same revision > end with one write and 31 stale writers, in ten rounds',
}
const manyProcesses: Catcher = {
  project: 'system',
  file: 'test/system/src/settings-race.long.test.ts',
  test: 'settings written on two processes at once > lets exactly one of the writers of a revision win',
}

export const revisionRace: readonly Defect[] = [
  {
    title: 'a write checks the revision without a lock, and then writes over a concurrent change',
    edits: [withoutLock, withoutGuard, anyRevision],
    caughtBy: [manyWriters],
    always: true,
  },
  {
    title: 'a write checks the revision without a lock, and the history accepts a revision twice',
    edits: [withoutLock, withoutGuard, anyRevision, withoutHistory],
    caughtBy: [manyWriters, manyProcesses],
  },
  { title: 'the row is not locked', edits: [withoutLock], caughtBy: [manyWriters] },
  {
    title: 'the revision is checked only before the transaction',
    edits: [withoutVerification],
    caughtBy: [manyWriters],
  },
  {
    title: 'a writer with a stale revision gets a success',
    edits: [
      {
        file: workflow,
        old: `case 'stale': throw new DomainError('revision_conflict')`,
        new: `case 'stale': return { courseId, revision: expectedRevision + 1, document }`,
      },
    ],
    caughtBy: [manyProcesses],
  },
]
