import { sql, type FragmentSqlToken } from 'slonik'

/** Who claims, and what the claim begins with. */
export interface Claimer {
  readonly courseId: number
  readonly exerciseId: number
  readonly graderId: number
  /** Languages of the course, in its order. */
  readonly courseLanguages: readonly string[]
}

/** Ids for the rows that a claim inserts, if it inserts any. */
interface ClaimIds {
  readonly assessmentId: string
  readonly feedbackId: string
}

/**
 * Three common table expressions. `settings` says how the exercise is graded. `rubric` is what it is graded by; without one it
 * is graded only by points. `live` counts the grader's claims in the exercise whose lease has not ended.
 */
export const claimSettings = ({ courseId, exerciseId, graderId }: Claimer): FragmentSqlToken => sql.fragment`
  settings AS MATERIALIZED (
    SELECT coalesce(exercise_grading.lease_minutes, 30) AS lease_minutes, coalesce(exercise_grading.max_open_claims, 5) AS max_open_claims,
      coalesce(exercise_grading.auto_points = 'added', FALSE) AS adds_auto_points, exercise_grading.rubric_id
    FROM (SELECT) AS always
    LEFT JOIN exercise_grading ON exercise_grading.course_id = ${courseId}::bigint
      AND exercise_grading.exercise_id = ${exerciseId}::bigint
  ),
  rubric AS MATERIALIZED (
    SELECT rubric_version.rubric_id, rubric_version.version, (rubric_version.document ->> 'startingPoints')::numeric AS starting_points,
      (rubric_version.document ->> 'maxPoints')::numeric AS max_points, rubric_version.document ->> 'rounding' AS rounding
    FROM settings
    JOIN rubric_version ON rubric_version.rubric_id = settings.rubric_id
    ORDER BY rubric_version.version DESC, rubric_version.wording DESC
    LIMIT 1
  ),
  live AS MATERIALIZED (
    SELECT count(*) AS claims
    FROM assessment
    WHERE assessment.holder_id = ${graderId}::bigint AND assessment.exercise_id = ${exerciseId}::bigint
      AND assessment.course_id = ${courseId}::bigint AND assessment.lease_until > clock_timestamp()
  )`

/** Whether the course grades the exercise by hand now. */
export const isListedNow = ({ courseId, exerciseId }: Claimer): FragmentSqlToken => sql.fragment`EXISTS (
  SELECT FROM manual_grading_exercise
  WHERE manual_grading_exercise.exercise_id = ${exerciseId}::bigint AND manual_grading_exercise.course_id = ${courseId}::bigint
)`

/**
 * Begins the assessment of `chosen`, a submission whose row is locked, or takes up its draft. A draft that is still empty takes
 * the exercise's present rubric; if it had another one, every part of the assessment counts as changed. Whoever saved a draft
 * stays its author until somebody else saves it. `claimed` has the id of the assessment.
 */
export function claimOfChosen(
  { graderId, courseLanguages }: Claimer,
  { assessmentId, feedbackId }: ClaimIds,
  isOffered: boolean,
): FragmentSqlToken {
  return sql.fragment`
    before AS MATERIALIZED (
      SELECT assessment.id, assessment.revision, assessment.points
      FROM chosen
      JOIN assessment ON assessment.submission_id = chosen.submission_id AND assessment.round = 1
    ),
    claimed AS (
      INSERT INTO assessment AS draft (
        id, submission_id, course_id, exercise_id, round, state, revision, grader_id, holder_id, claimed_at, lease_until, is_offered,
        rubric_id, rubric_version, scores, adjustment, private_note, part_revisions, points, started_at, updated_at, fixture
      )
      SELECT ${assessmentId}::uuid, chosen.submission_id, chosen.course_id, chosen.exercise_id, 1, 'in_progress', 1, ${graderId}::bigint,
        ${graderId}::bigint, clock.now, clock.now + make_interval(mins => settings.lease_minutes), ${isOffered}, rubric.rubric_id,
        coalesce(rubric.version, 0), '{}', NULL, '', '{}', ${pointsOfNothing}, clock.now, clock.now, chosen.fixture
      FROM chosen
      CROSS JOIN settings
      CROSS JOIN (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) AS clock
      LEFT JOIN rubric ON TRUE
      ON CONFLICT (submission_id, round) DO UPDATE
      SET holder_id = EXCLUDED.holder_id, claimed_at = EXCLUDED.claimed_at, lease_until = EXCLUDED.lease_until,
        is_offered = EXCLUDED.is_offered, updated_at = EXCLUDED.updated_at,
        grader_id = CASE WHEN draft.saved_at IS NULL THEN EXCLUDED.grader_id ELSE draft.grader_id END,
        revision = draft.revision + CASE WHEN ${takesRubric} THEN 1 ELSE 0 END,
        rubric_id = CASE WHEN ${takesRubric} THEN EXCLUDED.rubric_id ELSE draft.rubric_id END,
        rubric_version = CASE WHEN ${takesRubric} THEN EXCLUDED.rubric_version ELSE draft.rubric_version END,
        part_revisions = CASE WHEN ${takesRubric} THEN json_build_object('*', draft.revision + 1) ELSE draft.part_revisions END,
        points = CASE WHEN ${isEmpty} THEN EXCLUDED.points ELSE draft.points END
      WHERE draft.state = 'in_progress'
      RETURNING draft.id, draft.submission_id, draft.course_id, draft.revision, draft.points, draft.fixture
    ),
    recorded AS (
      INSERT INTO assessment_event (
        assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after
      )
      SELECT claimed.id, clock_timestamp(), 'claimed', ${graderId}::bigint, coalesce(before.revision, claimed.revision), claimed.revision,
        coalesce(before.points, claimed.points), claimed.points
      FROM claimed
      LEFT JOIN before ON before.id = claimed.id
    ),
    documented AS (
      INSERT INTO feedback (
        id, course_id, submission_id, assessment_id, language, state, revision, body, annotations, author_id, updated_by, created_at,
        updated_at, fixture
      )
      SELECT ${feedbackId}::uuid, claimed.course_id, claimed.submission_id, claimed.id,
        CASE WHEN chosen.language = ANY (${sql.array([...courseLanguages], 'text')}) THEN chosen.language
          ELSE ${courseLanguages[0] ?? 'en'} END,
        'draft', 1, coalesce(template.body, ''), '{}', ${graderId}::bigint, ${graderId}::bigint, clock_timestamp(), clock_timestamp(),
        claimed.fixture
      FROM claimed
      JOIN chosen ON chosen.submission_id = claimed.submission_id
      LEFT JOIN LATERAL (${filledTemplate(courseLanguages)}) AS template ON TRUE
      ON CONFLICT (assessment_id) DO NOTHING
    )`
}

/** Escapes a text so that Markdown formats nothing in it. At the start of a line some characters begin a list or a heading. */
const asPlainMarkdown = (text: FragmentSqlToken) =>
  sql.fragment`regexp_replace(
    regexp_replace(regexp_replace(${text}, '\\s+', ' ', 'g'), ${'([\\\\`*_\\[\\]{}<>&|~#])'}, ${'\\\\\\1'}, 'g'),
    ${'^( ?\\d*)([-+=.)])'}, ${'\\1\\\\\\2'}
  )`

/**
 * The initial text of the document of `claimed` and `chosen`: the course's template in the document's language, with the name of
 * the exercise filled in. If upstream has that in several languages, the document's is taken.
 */
const filledTemplate = (courseLanguages: readonly string[]) => sql.fragment`
  SELECT left(replace(written.text, '{{exerciseName}}', coalesce(exercise.name, '')), 200000) AS body
  FROM feedback_template
  CROSS JOIN (
    SELECT CASE WHEN chosen.language = ANY (${sql.array([...courseLanguages], 'text')}) THEN chosen.language
      ELSE ${courseLanguages[0] ?? 'en'} END AS language
  ) AS begun
  CROSS JOIN LATERAL (SELECT feedback_template.templates ->> begun.language AS text) AS written
  LEFT JOIN LATERAL (
    SELECT ${asPlainMarkdown(sql.fragment`CASE
      WHEN bars.first = 0 OR bars.first = bars.last OR picked.text IS NULL THEN snapshot_exercise.name
      ELSE left(snapshot_exercise.name, bars.first - 1) || picked.text || substr(snapshot_exercise.name, bars.last + 1)
    END`)} AS name
    FROM snapshot_exercise
    CROSS JOIN LATERAL (
      SELECT strpos(snapshot_exercise.name, '|') AS first,
        length(snapshot_exercise.name) + 1 - strpos(reverse(snapshot_exercise.name), '|') AS last
    ) AS bars
    -- As \`pickLanguage\` has it.
    CROSS JOIN LATERAL (
      SELECT (
        SELECT substr(variant.text, strpos(variant.text, ':') + 1)
        FROM unnest(string_to_array(substr(snapshot_exercise.name, bars.first + 1, greatest(0, bars.last - bars.first - 1)), '|'))
          WITH ORDINALITY AS variant (text, place)
        WHERE strpos(variant.text, ':') > 0
        ORDER BY starts_with(variant.text, begun.language || ':') DESC, variant.place
        LIMIT 1
      ) AS text
    ) AS picked
    WHERE snapshot_exercise.course_id = chosen.course_id AND snapshot_exercise.exercise_id = chosen.exercise_id
  ) AS exercise ON TRUE
  WHERE feedback_template.course_id = claimed.course_id`

/** Whether nothing is judged in a draft yet, although its feedback may have been written. */
const isEmpty = sql.fragment`
  (draft.scores::jsonb = '{}' AND draft.adjustment IS NULL AND draft.private_note = '')`

const takesRubric = sql.fragment`(
  ${isEmpty} AND (draft.rubric_id, draft.rubric_version) IS DISTINCT FROM (EXCLUDED.rubric_id, EXCLUDED.rubric_version)
)`

const total = sql.fragment`
  (coalesce(rubric.starting_points, 0) + CASE WHEN settings.adds_auto_points THEN coalesce(chosen.auto_points, 0) ELSE 0 END)`

/**
 * The points that result when nothing is scored, by the same rule as `scoreRubric`. They are computed here, since reading the
 * rubric first would take longer than the whole claim.
 */
const pointsOfNothing = sql.fragment`
  greatest(0, least(coalesce(rubric.max_points, chosen.max_points), round(
    CASE rubric.rounding WHEN 'whole' THEN round(${total}) WHEN 'half' THEN round(2 * ${total}) / 2 ELSE ${total} END, 2
  )))`
