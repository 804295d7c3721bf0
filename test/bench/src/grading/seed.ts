import type { Client } from 'pg'
import {
  courseId,
  courses,
  exercises,
  finished,
  finishedStudents,
  finishedTag,
  firstStudentId,
  graderIds,
  groupCount,
  groupOf,
  listedCourseId,
  listedExercises,
  studentCount,
  waiting,
} from './course.ts'
import { writeWork, type WorkToWrite } from './write-work.ts'

/** Ids of the first submissions of each exercise. */
const firstId = {
  claimed: 1_000_001,
  released: 4_000_001,
  exported: 5_000_001,
  listed: 6_000_001,
  finished: 10_000_001,
}
export const firstSavedId = 2_000_001
export const firstCompletedId = 3_000_001
/** The number of assessments to complete, enough for one measurement. They are restored for the next one. */
export const toComplete = 12_800
export const releasedAtOnce = 5_000
export const exportedRows = { few: 360, many: 36_000 }
/** The numbers of submissions that wait, are completed and are delivered in each of the sixty exercises. */
const listed = { waiting: 200, completed: 100, sent: 300 }
export const listedSubmissions = listedExercises.length * (listed.waiting + listed.completed + listed.sent)

/** The number of held assessments that are saved: one for each grader and each contestant. */
const savedCount = 2 * graderIds.length

/** Runs statements without triggers and foreign keys, which would check each generated row. */
export async function withoutTriggers(owner: Client, act: () => Promise<unknown>): Promise<void> {
  await owner.query('SET session_replication_role = replica')
  await act()
  await owner.query('SET session_replication_role = origin')
}

/** Seeds people, settings, and all submissions but the million finished ones. */
export async function seed(
  owner: Client,
  rubricIds: ReadonlyMap<number, string>,
  say: (line: string) => void,
): Promise<void> {
  await owner.query(neverOffered)
  await withoutTriggers(owner, async () => {
    for (const { courseId: id, manualGradingExercises } of courses) {
      await seedPeople(owner, id)
      await owner.query(
        `INSERT INTO exercise_grading (course_id, exercise_id, rubric_id, anonymous, attempts, claim_order, auto_points, release, lease_minutes,
          max_open_claims, notify, revision, updated_at)
        SELECT $1, id, $2, FALSE, 'all', 'bands', 'shown', 'manual', 240, 50, TRUE, 1, now() FROM unnest($3::bigint[]) AS id`,
        [id, rubricIds.get(id), manualGradingExercises],
      )
    }
    for (const work of workOf(rubricIds)) {
      if (work.count >= 1_000) say(`Writing ${work.count} submissions: ${work.state} …`)
      await writeWork(owner, work)
    }
  })
  await owner.query('VACUUM ANALYZE')
}

function workOf(rubricIds: ReadonlyMap<number, string>): readonly WorkToWrite[] {
  const contests = { courseId, rubricId: rubricIds.get(courseId)! }
  const lists = { courseId: listedCourseId, rubricId: rubricIds.get(listedCourseId)! }
  const byTurns = (first: number, count: number): string => `${graderIds[0]} + (id - ${first}) % ${count}`
  const ofCompleted = { ...contests, state: 'completed' } as const
  return [
    {
      ...contests,
      exerciseId: exercises.claimed,
      firstId: firstId.claimed,
      count: waiting,
      state: 'waiting',
      language: "CASE id % 100 WHEN 7 THEN 'en' ELSE 'fi' END",
    },
    {
      ...contests,
      exerciseId: exercises.saved,
      firstId: firstSavedId,
      count: savedCount,
      state: 'held',
      graderOf: byTurns(firstSavedId, graderIds.length),
    },
    { ...contests, exerciseId: exercises.completed, firstId: firstCompletedId, count: toComplete, state: 'held' },
    ...exercises.released.map((exerciseId, nth) => ({
      ...ofCompleted,
      exerciseId,
      firstId: firstId.released + nth * releasedAtOnce,
      count: releasedAtOnce,
    })),
    { ...ofCompleted, exerciseId: exercises.exportedMany, firstId: firstId.exported, count: exportedRows.many },
    {
      ...ofCompleted,
      exerciseId: exercises.exportedFew,
      firstId: firstId.exported + exportedRows.many,
      count: exportedRows.few,
    },
    ...listedExercises.flatMap((exerciseId, nth) =>
      (['waiting', 'completed', 'sent'] as const).map((state, at) => ({
        ...lists,
        exerciseId,
        firstId: firstId.listed + nth * 1_000 + at * 300,
        count: listed[state],
        state,
      })),
    ),
  ]
}

/** Seeds the students. Each has one of the tags; a few, who have no waiting submissions, have a tag of their own. */
async function seedPeople(owner: Client, id: number): Promise<void> {
  await owner.query(
    `INSERT INTO course_snapshot (course_id, revision, taken_at, visible, tags, changes) VALUES ($1, 1, now(), TRUE, '[]', '{}')`,
    [id],
  )
  const students = Array.from({ length: studentCount }, (_, nth) => [firstStudentId + nth, groupOf(nth)] as const)
  const others = Array.from(
    { length: finishedStudents.count },
    (_, nth) => [finishedStudents.first + nth, finishedTag] as const,
  )
  const everybody = [...students, ...others]
  await owner.query(
    `INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
    SELECT $1, id, 'user' || id, 'Student ' || id, '', ARRAY[tag], 'student ' || id || E'\\n\\n'
    FROM unnest($2::bigint[], $3::text[]) AS given (id, tag)`,
    [id, everybody.map(([userId]) => userId), everybody.map(([, tag]) => tag)],
  )
}

/**
 * Seeds finished submissions to the exercise in which graders claim. One in a hundred is by the students who have no waiting
 * submissions.
 */
export async function seedFinished(
  owner: Client,
  rubricIds: ReadonlyMap<number, string>,
  say: (line: string) => void,
): Promise<void> {
  const portion = 100_000
  await withoutTriggers(owner, async () => {
    for (let written = 0; written < finished; written += portion) {
      const count = Math.min(portion, finished - written)
      await writeWork(owner, {
        courseId,
        rubricId: rubricIds.get(courseId)!,
        exerciseId: exercises.claimed,
        firstId: firstId.finished + written,
        count,
        state: 'sent',
        studentOf: `CASE id % ${groupCount} WHEN 0 THEN ${finishedStudents.first} + id / ${groupCount} % ${finishedStudents.count}
          ELSE ${firstStudentId} + id % ${studentCount} END`,
      })
      say(`Writing finished submissions: ${written + count} of ${finished}`)
    }
  })
  await owner.query('VACUUM ANALYZE')
}

/** Marks claims as saved, since a grader who has not saved would be given the same submission again. */
const neverOffered = `
  CREATE FUNCTION never_offered() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.is_offered := FALSE; RETURN NEW; END $$;
  CREATE TRIGGER never_offered BEFORE INSERT OR UPDATE ON assessment FOR EACH ROW EXECUTE FUNCTION never_offered()`
