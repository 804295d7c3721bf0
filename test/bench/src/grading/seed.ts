import type { Client } from 'pg'
import { courseId, courses, exercises, firstStudentId, graderIds, groupOf, studentCount, waiting } from './course.ts'
import { writeWork, type WorkToWrite } from './write-work.ts'

/** Ids of the first submissions of each exercise. */
const firstId = { claimed: 1_000_001, released: 4_000_001 }
export const firstSavedId = 2_000_001
export const firstCompletedId = 3_000_001
/** The number of assessments to complete, enough for one measurement. They are restored for the next one. */
export const toComplete = 12_800
export const releasedAtOnce = 5_000
/** The number of held assessments that are saved: one for each grader and each contestant. */
const savedCount = 2 * graderIds.length

/** Runs statements without triggers and foreign keys, which would check each generated row. */
export async function withoutTriggers(owner: Client, act: () => Promise<unknown>): Promise<void> {
  await owner.query('SET session_replication_role = replica')
  await act()
  await owner.query('SET session_replication_role = origin')
}

/** Seeds people, settings and all submissions. */
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
  const byTurns = (first: number, count: number): string => `${graderIds[0]} + (id - ${first}) % ${count}`
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
      ...contests,
      state: 'completed' as const,
      exerciseId,
      firstId: firstId.released + nth * releasedAtOnce,
      count: releasedAtOnce,
    })),
  ]
}

/** Seeds the students. Each has one of the tags. */
async function seedPeople(owner: Client, id: number): Promise<void> {
  await owner.query(
    `INSERT INTO course_snapshot (course_id, revision, taken_at, visible, tags, changes) VALUES ($1, 1, now(), TRUE, '[]', '{}')`,
    [id],
  )
  const students = Array.from({ length: studentCount }, (_, nth) => [firstStudentId + nth, groupOf(nth)] as const)
  await owner.query(
    `INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
    SELECT $1, id, 'user' || id, 'Student ' || id, '', ARRAY[tag], 'student ' || id || E'\\n\\n'
    FROM unnest($2::bigint[], $3::text[]) AS given (id, tag)`,
    [id, students.map(([userId]) => userId), students.map(([, tag]) => tag)],
  )
}

/** Marks claims as saved, since a grader who has not saved would be given the same submission again. */
const neverOffered = `
  CREATE FUNCTION never_offered() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.is_offered := FALSE; RETURN NEW; END $$;
  CREATE TRIGGER never_offered BEFORE INSERT OR UPDATE ON assessment FOR EACH ROW EXECUTE FUNCTION never_offered()`
