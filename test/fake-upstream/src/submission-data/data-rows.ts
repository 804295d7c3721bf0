import type { Caller } from '../http/caller.ts'
import { isCourseStaff, roleOf } from '../auth/permissions.ts'
import { exercisesOf, hierarchicalName, modulesOf } from '../exercises/exercise-number.ts'
import type { Call } from '../http/call.ts'
import { csvTime } from '../http/date-time.ts'
import type { Json, JsonObject } from '../http/json.ts'
import { serverCrash } from '../http/http-error.ts'
import { fileLink, shownGrade } from '../submissions/render-submission.ts'
import type { Exercise } from '../world/course.ts'
import type { Submission } from '../world/submission.ts'

/** The exercises that the query names and the caller may see. */
function selectedExercises(call: Call, caller: Caller): Exercise[] {
  const { query } = call.request
  const isAssistant = roleOf(call, caller) === 'assistant'
  return modulesOf(call.world, call.course.id)
    .flatMap((module) => exercisesOf(call.world, module.id))
    .filter((exercise) => !isAssistant || exercise.allowAssistantViewing)
    .filter(({ id }) => ['', String(id)].includes(query.get('exercise_id') ?? ''))
}

/** One row for each submitter of each selected submission; the keys differ from row to row. */
export function submissionRows(call: Call, caller: Caller): JsonObject[] {
  const people = new Set(visiblePeople(call, caller))
  const keepAll = call.request.query.get('best') === 'no'
  return selectedExercises(call, caller).flatMap((exercise) => {
    const submissions = (call.world.submissionsOf.get(exercise.id) ?? [])
      .map((id) => call.world.submission(id))
      .filter((submission) => submission.submitterIds.some((id) => people.has(id)))
    const kept = keepAll ? submissions : bestPerFirstSubmitter(submissions)
    return kept.flatMap((submission) =>
      submission.submitterIds
        .filter((id) => people.has(id))
        .map((userId) => submissionRow(call, caller, exercise, submission, userId)),
    )
  })
}

function visiblePeople(call: Call, caller: Caller): number[] {
  if (caller.kind !== 'user') return []
  return isCourseStaff(call, caller) ? call.world.studentIdsOf(call.course.id) : [caller.user.id]
}

/** Ready submissions with the highest grade; of two equal ones, the later. */
function bestPerFirstSubmitter(submissions: readonly Submission[]): Submission[] {
  const ready = submissions
    .filter(({ status }) => status === 'ready')
    .toSorted((a, b) => b.grade - a.grade || b.id - a.id)
  return [...Map.groupBy(ready, ({ submitterIds }) => submitterIds[0]).values()].flatMap((own) => own.slice(0, 1))
}

function submissionRow(
  call: Call,
  caller: Caller,
  exercise: Exercise,
  submission: Submission,
  userId: number,
): JsonObject {
  const user = call.world.user(userId)
  const columns: Record<string, Json> = {
    ExerciseID: exercise.id,
    Category: exercise.category,
    Exercise: hierarchicalName(call.world, exercise),
    SubmissionID: submission.id,
    Time: csvTime(submission.submittedAtMs),
    UserID: null,
    StudentID: null,
    Email: null,
    Status: submission.status,
    Grade: shownGrade(call, caller, submission),
    Penalty: submission.latePenaltyApplied,
    Graded: csvTime(submission.gradedAtMs),
    Tags: '',
    GraderEmail: submission.graderId === null ? null : call.world.user(submission.graderId).email,
    Notified: submission.notified,
    NSeen: submission.notificationSeen,
  }
  addReplies(call, submission, columns)
  return { ...columns, UserID: userId, StudentID: user.studentId, Email: user.email }
}

/**
 * Adds the answers and files of a submission to its columns. Where a column of that name exists, from an earlier answer or as a
 * fixed column, an answer is appended after a bar, and a file replaces the value. A+ crashes if the existing value is not a text.
 */
function addReplies(call: Call, submission: Submission, columns: Record<string, Json>): void {
  for (const [key, value] of submission.answers ?? []) {
    const held = Object.hasOwn(columns, key) ? columns[key] : undefined
    if (held !== undefined && typeof held !== 'string') throw serverCrash()
    columns[key] = held === undefined ? value : `${held}|${value}`
  }
  for (const file of submission.files) columns[file.paramName] = fileLink(call, submission, file.id)
}
