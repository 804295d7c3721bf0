import { randomUUID } from 'node:crypto'
import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { parkedDraftId } from '@course-grading/contracts/assessments/parked-draft'
import { feedbackIds } from '@course-grading/contracts/feedback/feedback-examples'
import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { rubricIds } from '@course-grading/contracts/rubrics/rubric-examples'
import { migrationIds } from '@course-grading/contracts/rubrics/rubric-migration'
import type { Database } from '@course-grading/data/db/database'
import { originDigest } from '@course-grading/sealing'
import { registerSubmission } from '@course-grading/test-kit'
import { createStudentDocuments, feedbackText } from './canary-feedback.ts'
import type { CanaryRows } from './canary-kinds.ts'

export interface PlacedAssessments {
  /**
   * Makes all of them again, under new ids, which replace the ids of the examples from then on. Returns the one to be
   * completed.
   */
  readonly place: () => Promise<{ readonly toComplete: string }>
}

/** The first id of submissions, above those that other parts of the suite use. */
const firstSubmission = 80_000

/**
 * The assessments, the documents of feedback and the parked draft that the contract's examples are about, with a canary in each
 * text: one that teacher 101 holds, one that is to be completed, and one that waits after it was postponed. Only the comments
 * of the second one are ever released.
 */
export function createAssessments(world: CanaryRows, grading: Database): PlacedAssessments {
  const { query, plant, standFor, callbackOf, reseal, origins } = world
  const judgement = (kind: 'feedback' | 'unreleased', of: string) => ({
    scores: {
      structure: { levelId: 'good', comment: plant(kind, `a comment of ${of}`) },
      report: { points: 8.25, comment: plant(kind, `another comment of ${of}`) },
    },
    adjustment: { points: 0.5, reason: plant(kind, `the adjustment of ${of}`) },
    privateNote: plant('staff', `the private note of ${of}`),
    feedback: feedbackText(plant, kind, of),
  })
  const judgements = {
    held: judgement('unreleased', 'the one that is held'),
    completed: judgement('feedback', 'the one that is completed'),
    waiting: judgement('unreleased', 'the one that waits'),
  }
  const postponedNote = plant('staff', 'the note of the one that was postponed')
  const parked = {
    scores: { report: { comment: plant('staff', 'a comment of the parked draft') } },
    privateNote: plant('staff', 'the private note of the parked draft'),
  }
  const placeStudentDocuments = createStudentDocuments(world)
  let lastSubmission = firstSubmission

  const register = async (...submitterIds: number[]): Promise<number> => {
    const submissionId = (lastSubmission += 1)
    await registerSubmission(grading, {
      submissionId,
      originDigest: originDigest(new URL(origins.good).origin),
      submitterIds,
    })
    await reseal(submissionId, callbackOf(submissionId))
    return submissionId
  }
  const begin = async (
    { scores, adjustment, privateNote, feedback }: ReturnType<typeof judgement>,
    { submissionId, rubricId, version }: { submissionId: number; rubricId: string; version: number },
  ): Promise<{ readonly id: string; readonly feedbackId: string }> => {
    const [id, feedbackId] = [randomUUID(), randomUUID()]
    await query(
      `
      WITH made AS (
        INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, holder_id, claimed_at,
          lease_until, rubric_id, rubric_version, scores, adjustment, private_note, part_revisions, points, started_at, updated_at, fixture)
        VALUES ($1, $2, 11, 1103, 1, 'in_progress', 1, 101, 101, now(), now() + interval '30 minutes', $3, $4, $5, $6, $7, '{}', 17.5,
          now(), now(), FALSE)
        RETURNING id, submission_id),
      document AS (
        INSERT INTO feedback (id, course_id, submission_id, assessment_id, language, state, revision, body, annotations, author_id,
          updated_by, created_at, updated_at, fixture)
        SELECT $8, 11, submission_id, id, 'en', 'draft', 1, $9, $10, 101, 101, now(), now(), FALSE FROM made
        RETURNING id, body, annotations)
      INSERT INTO feedback_version (feedback_id, version, revision, language, body, annotations, saved_by, begun_at, saved_at)
      SELECT id, 1, 1, 'en', body, annotations, 101, now(), now() FROM document`,
      [
        id,
        submissionId,
        world.translate(rubricId),
        version,
        JSON.stringify(scores),
        JSON.stringify(adjustment),
        privateNote,
        feedbackId,
        feedback.body,
        JSON.stringify(feedback.annotations),
      ],
    )
    return { id, feedbackId }
  }

  return {
    async place() {
      // A grader may hold only a limited number at once.
      await query(
        `UPDATE assessment SET holder_id = NULL, claimed_at = NULL, lease_until = NULL, is_offered = FALSE WHERE holder_id IS NOT NULL`,
      )
      const student = 201
      // The submissions are by groups of two. So an erasure of the student leaves the other one, and the texts stay.
      const heldSubmission = await register(student, world.newSubmitter())
      const published = { rubricId: rubricIds.published, version: 1 }
      const held = await begin(judgements.held, { submissionId: heldSubmission, ...published })
      const { id: toComplete } = await begin(judgements.completed, {
        submissionId: await register(student, world.newSubmitter()),
        ...published,
      })
      const waiting = await begin(judgements.waiting, {
        submissionId: await register(world.newSubmitter()),
        rubricId: rubricIds.finished,
        version: 2,
      })
      await query(
        `WITH postponed AS (
          UPDATE assessment SET holder_id = NULL, claimed_at = NULL, lease_until = NULL, postponed_note = $2, postponed_at = now()
          WHERE id = $1 RETURNING submission_id)
        UPDATE submission SET postponed_at = now() FROM postponed WHERE submission.submission_id = postponed.submission_id`,
        [waiting.id, postponedNote],
      )
      const draftId = randomUUID()
      await query(
        `INSERT INTO parked_draft (id, owner_id, course_id, assessment_id, refused_as, base_revision, content, created_at, fixture)
        VALUES ($1, 101, 11, $2, 'merge_conflict', 1, $3, now(), FALSE)`,
        [draftId, held.id, JSON.stringify(parked)],
      )
      standFor('9101', String(heldSubmission))
      standFor(assessmentIds.held, held.id)
      standFor(feedbackIds.held, held.feedbackId)
      standFor(assessmentIds.completed, toComplete)
      standFor(parkedDraftId, draftId)
      await placeStudentDocuments()
      return { toComplete }
    },
  }
}

/** By operation: the field of its reply whose value replaces an id of the examples from then on. */
export const idsOfReplies: Readonly<
  Record<string, { readonly field: string; readonly ofExamples: readonly string[] }>
> = {
  createSnippet: { field: 'snippetId', ofExamples: [frontendInternal.operations.putSnippet.example.params.snippetId] },
  planRubricMigration: { field: 'migrationId', ofExamples: Object.values(migrationIds) },
}
