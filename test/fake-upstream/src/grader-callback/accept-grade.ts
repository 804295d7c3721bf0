import type { Call } from '../http/call.ts'
import type { JsonObject } from '../http/json.ts'
import { notify } from '../notifications/notify.ts'
import { applyGrade } from '../submissions/apply-grade.ts'
import { readRow, saveRow } from '../submissions/row-write.ts'
import type { Submission } from '../world/submission.ts'
import { checkGrade, type Grade, readGradeFields } from './grade-form.ts'

const malfunction = '<div class="alert alert-danger">The assessment service of this exercise is malfunctioning.</div>'

/**
 * Grades the submission by the form of the request. The status is 200 in all cases; the body says whether it worked.
 * The row is saved as it was read before the course's hook, so a review that a teacher made in between is wiped.
 */
export async function acceptGrade(call: Call, submission: Submission): Promise<JsonObject> {
  const fields = readGradeFields(call.request)
  const checked = checkGrade(fields, (text) => call.translate(text))
  if ('errors' in checked) {
    // A rejected form is destructive: the old grade stays, and the rest is lost.
    submission.status = 'error'
    submission.feedback = malfunction
    return { success: false, errors: checked.errors }
  }
  const row = readRow(submission)
  const failure = enterGrade(call, row, checked.grade, fields)
  if (failure !== null) return { success: false, errors: [failure] }
  if (!checked.grade.isError) await call.world.calledServices.postGradingHook?.(submission)
  saveRow(submission, row)
  notify(submission, checked.grade.notify)
  const submissionUrl = `${call.request.origin}${call.world.submissionUrlPath(submission.id)}`
  call.announce({ kind: 'graded', submission, submissionUrl })
  return { success: true, errors: [] }
}

/** @returns the representation of the exception that A+ runs into, or null */
function enterGrade(call: Call, row: Submission, grade: Grade, fields: ReadonlyMap<string, string>): string | null {
  const { points, maxPoints } = grade
  if (maxPoints === null) return "TypeError(\"'>' not supported between instances of 'int' and 'NoneType'\")"
  if (!applyGrade(call.world, row, { points, maxPoints })) return 'AssertionError()'
  row.feedback = grade.feedback
  row.gradingData = Object.fromEntries(fields)
  if (grade.isError) row.status = 'error'
  return null
}
