import { Client } from 'pg'

const sentence = 'The loop ends *one step* too early: see `range(n)`, and [the guide](https://example.org/guide). '
/** Some 11 KB of ordinary Markdown, different for each turn. */
export const bodyOf = (turn: number): string => `Turn ${turn}.\n\n${`- ${sentence}\n`.repeat(105)}`

export const annotationOf = (at: number) => ({
  anchor: { fileId: 71, path: 'src/main.py', sha256: null },
  startLine: at + 1,
  endLine: at + 2,
  kind: 'issue',
  body: `Remark ${at}: ${sentence}`,
  private: false,
})
const annotations = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`a${at}`, annotationOf(at)]))

export interface BenchDocuments {
  /** Ids of documents of assessments, one held by each teacher. */
  readonly held: readonly string[]
  /** Ids of documents with a released result, each of a submission that a teacher handed in as a student. */
  readonly released: readonly string[]
}

const statement = `
  WITH given AS (
    SELECT person.id AS user_id, person.place, kind.of, $2::bigint + person.place * 2 + kind.of AS submission_id, gen_random_uuid() AS assessment_id,
      gen_random_uuid() AS feedback_id
    FROM unnest($1::bigint[]) WITH ORDINALITY AS person (id, place), (VALUES (0), (1)) AS kind (of)
  ),
  submissions AS (
    INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
    SELECT submission_id, 13, 1301, date_trunc('milliseconds', now()), 'en', 1, 10, of = 0, FALSE, now() FROM given
  ),
  submitters AS (
    INSERT INTO submission_submitter (submission_id, user_id) SELECT submission_id, CASE of WHEN 1 THEN user_id ELSE 700000 + place END FROM given
  ),
  assessments AS (
    INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, holder_id, claimed_at, lease_until,
      rubric_id, rubric_version, rubric_wording, scores, private_note, part_revisions, points, started_at, updated_at, completed_at, fixture)
    SELECT assessment_id, submission_id, 13, 1301, 1, CASE of WHEN 0 THEN 'in_progress' ELSE 'completed' END, 1, user_id,
      CASE of WHEN 0 THEN user_id END, CASE of WHEN 0 THEN now() END, CASE of WHEN 0 THEN now() + interval '1 day' END, NULL, 0,
      CASE of WHEN 1 THEN 0 END, '{}', '', '{}', 5, now(), now(), CASE of WHEN 1 THEN now() END, FALSE
    FROM given
  ),
  documents AS (
    INSERT INTO feedback (id, course_id, submission_id, assessment_id, language, state, revision, body, annotations, author_id, updated_by,
      created_at, updated_at, fixture)
    SELECT feedback_id, 13, submission_id, assessment_id, 'en', CASE of WHEN 0 THEN 'draft' ELSE 'published' END, 1, $3, $4::json, user_id,
      user_id, now(), now(), FALSE
    FROM given
  ),
  results AS (
    INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_by,
      created_at, fixture, assessment_id, rubric_id, rubric_version, rubric_wording, scores, feedback_revision, released_at, student_text)
    SELECT gen_random_uuid(), submission_id, 13, 1301, 5, 10, '<p>good</p>', '{}', user_id, now(), FALSE, assessment_id, NULL, 0, 0, '{}', 1,
      now(), $5::json
    FROM given
    WHERE of = 1
  )
  SELECT array_agg(feedback_id ORDER BY place) FILTER (WHERE of = 0) AS held,
    array_agg(feedback_id ORDER BY place) FILTER (WHERE of = 1) AS released
  FROM given`

/** The frozen text that a student reads of such a document. */
const studentText = JSON.stringify({
  language: 'en',
  bodyHtml: `<ul>\n${`<li>${sentence}</li>\n`.repeat(105)}</ul>\n`,
  annotations: Object.values(annotations).map(({ anchor: { sha256: _, ...anchor }, private: __, body, ...rest }) => ({
    anchor,
    ...rest,
    bodyHtml: `<p>${body}</p>\n`,
  })),
  result: { points: 5, maxPoints: 10, criteria: [], adjustment: null },
})

/** Stores two documents of 20 KB with 50 annotations for each teacher. */
export async function insertDocuments(
  ownerUrl: string,
  teacherIds: readonly number[],
  firstSubmissionId: number,
): Promise<BenchDocuments> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const values = [teacherIds, firstSubmissionId, bodyOf(0), JSON.stringify(annotations), studentText]
    const { rows } = await owner.query<BenchDocuments>(statement, values)
    return rows[0] ?? { held: [], released: [] }
  } finally {
    await owner.end()
  }
}

/** The revisions of documents as they are now. */
export async function revisionsOf(ownerUrl: string, ids: readonly string[]): Promise<Map<string, number>> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ id: string; revision: number }>(
      'SELECT id, revision FROM feedback WHERE id = ANY ($1)',
      [ids],
    )
    return new Map(rows.map(({ id, revision }) => [id, revision]))
  } finally {
    await owner.end()
  }
}
