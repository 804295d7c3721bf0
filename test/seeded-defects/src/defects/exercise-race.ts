import type { Catcher, Defect, Edit } from '../defect.ts'

const queries = 'libs/data/src/settings/manual-grading-exercise-queries.ts'
const twoCourses: Catcher = {
  project: 'data',
  file: 'libs/data/src/settings/settings-races.test.ts',
  test: 'two courses that claim one exercise > end with one course that holds the exercise, in twenty rounds',
}
const overlappingCourses: Catcher = {
  ...twoCourses,
  test: 'two courses that claim one exercise > end with one course even if their lists only overlap',
}
const twoProcesses: Catcher = {
  project: 'system',
  file: 'test/system/src/settings-race.long.test.ts',
  test: 'settings written on two processes at once > lets exactly one of two courses have an exercise',
}
const mayTake: Edit = {
  file: 'libs/data/migrations/20261120100600_manual_grading_exercise__create.sql',
  old: 'GRANT SELECT, INSERT, DELETE ON manual_grading_exercise',
  new: 'GRANT SELECT, INSERT, UPDATE, DELETE ON manual_grading_exercise',
}

const addedExercises = 'libs/workflows/src/settings/added-exercises.test.ts'

export const exerciseRace: readonly Defect[] = [
  {
    title: "an exercise that is not in the course's list counts as a hidden one of the course",
    edits: [
      {
        file: 'libs/workflows/src/settings/check-added-exercises.ts',
        old: 'courses[index] !== courseId',
        new: 'courses[index] === null',
      },
    ],
    caughtBy: [
      {
        project: 'workflows',
        file: addedExercises,
        test: 'manual-grading exercises that a write adds > are rejected at their paths if they belong to another course, are chapters or do not exist',
      },
    ],
  },
  {
    title: 'the platform is asked about added exercises before those of other courses are checked',
    edits: [
      {
        file: 'libs/workflows/src/settings/replace-course-settings.ts',
        old: '  if (added.length === 0) return\n  const taken',
        new: '  if (added.length >= 0) return\n  const taken',
      },
    ],
    caughtBy: [
      {
        project: 'workflows',
        file: addedExercises,
        test: 'manual-grading exercises that a write adds > are rejected as a conflict, without a call to the platform, if another course holds one of them',
      },
    ],
  },
  {
    title: 'exercises of other courses are checked only before the write',
    edits: [
      {
        file: 'libs/data/src/settings/update-course-settings.ts',
        old: 'if (lost.length > 0) throw new ExercisesTakenError(lost)',
        new: '',
      },
    ],
    caughtBy: [twoCourses],
    always: true,
  },
  {
    title: 'the later of two courses takes the exercise from the first',
    edits: [
      mayTake,
      {
        file: queries,
        old: 'ON CONFLICT (exercise_id) DO NOTHING',
        new: 'ON CONFLICT (exercise_id) DO UPDATE SET course_id = EXCLUDED.course_id',
      },
    ],
    caughtBy: [twoCourses, twoProcesses],
  },
  {
    title: 'a conflict found in the write is returned, so that the rest of it is committed',
    edits: [
      {
        file: 'libs/data/src/settings/update-course-settings.ts',
        old: 'if (lost.length > 0) throw new ExercisesTakenError(lost)',
        new: `if (lost.length > 0) return { outcome: 'exercises_taken', exerciseIds: [...lost] }`,
      },
    ],
    caughtBy: [overlappingCourses],
  },
]
