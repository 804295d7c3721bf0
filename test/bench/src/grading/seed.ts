import type { Client } from 'pg'
import { courseId } from '../learning-platform.ts'
import { exerciseId, firstStudentId, groupOf, studentCount, waiting } from './course.ts'

const firstId = 1_000_001

/** Runs statements without triggers and foreign keys, which would check each generated row. */
export async function withoutTriggers(owner: Client, act: () => Promise<unknown>): Promise<void> {
  await owner.query('SET session_replication_role = replica')
  await act()
  await owner.query('SET session_replication_role = origin')
}

/** Seeds people, settings and all submissions: rows that the steps of the product would leave, many at once. */
export async function seed(owner: Client, rubricId: string, say: (line: string) => void): Promise<void> {
  await owner.query(neverOffered)
  await withoutTriggers(owner, async () => {
    await seedStudents(owner)
    await owner.query(
      `INSERT INTO exercise_grading (course_id, exercise_id, rubric_id, anonymous, attempts, claim_order, auto_points, release, lease_minutes,
        max_open_claims, notify, revision, updated_at)
      VALUES ($1, $2, $3, FALSE, 'all', 'bands', 'shown', 'manual', 240, 50, TRUE, 1, now())`,
      [courseId, exerciseId, rubricId],
    )
    say(`Writing ${waiting} submissions …`)
    await seedSubmissions(owner)
  })
  await owner.query('VACUUM ANALYZE')
}

/** Seeds the students. Each has one of the tags. */
async function seedStudents(owner: Client): Promise<void> {
  await owner.query(
    `INSERT INTO course_snapshot (course_id, revision, taken_at, visible, tags, changes) VALUES ($1, 1, now(), TRUE, '[]', '{}')`,
    [courseId],
  )
  const students = Array.from({ length: studentCount }, (_, nth) => [firstStudentId + nth, groupOf(nth)] as const)
  await owner.query(
    `INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
    SELECT $1, id, 'user' || id, 'Student ' || id, '', ARRAY[tag], 'student ' || id || E'\\n\\n'
    FROM unnest($2::bigint[], $3::text[]) AS given (id, tag)`,
    [courseId, students.map(([userId]) => userId), students.map(([, tag]) => tag)],
  )
}

/** One in a hundred is in en. */
async function seedSubmissions(owner: Client): Promise<void> {
  const student = `${firstStudentId} + id % ${studentCount}`
  const ids = `generate_series(${firstId}::bigint, ${firstId + waiting - 1}::bigint) AS id`
  await owner.query(`INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue,
      fixture, registered_at, submitter_ids)
    SELECT id, ${courseId}, ${exerciseId}, '2026-09-01Z'::timestamptz + (id - ${firstId}) * interval '1 minute',
      CASE id % 100 WHEN 7 THEN 'en' ELSE 'fi' END, 1, 20, TRUE, FALSE, now(), ARRAY[${student}]
    FROM ${ids}`)
  await owner.query(`INSERT INTO submission_submitter (submission_id, user_id) SELECT id, ${student} FROM ${ids}`)
  await owner.query(`INSERT INTO capability (submission_id, course_id, exercise_id, sealed_url, key_id, origin_digest, max_points,
      registered_at, replaced, settle_until, expires_at, fixture)
    SELECT id, ${courseId}, ${exerciseId}, 'sealed', 'bench', '', 20, now(), FALSE, now(), now() + interval '1 day', FALSE FROM ${ids}`)
}

/** Marks claims as saved, since a grader who has not saved would be given the same submission again. */
const neverOffered = `
  CREATE FUNCTION never_offered() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.is_offered := FALSE; RETURN NEW; END $$;
  CREATE TRIGGER never_offered BEFORE INSERT OR UPDATE ON assessment FOR EACH ROW EXECUTE FUNCTION never_offered()`
