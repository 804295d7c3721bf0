import type { Caller } from '../http/caller.ts'
import { courseVisible, isCourseStaff } from '../auth/permissions.ts'
import type { Call } from '../http/call.ts'
import type { JsonObject } from '../http/json.ts'
import type { Rendering } from '../http/negotiate.ts'
import { noSuch } from '../http/http-error.ts'
import { jsonReply, type Reply } from '../http/reply.ts'
import type { Route } from '../http/router.ts'
import { bestOf } from '../points/points-of-user.ts'
import { shownGrade } from '../submissions/render-submission.ts'
import { fullNameOf } from '../world/user.ts'
import { toCsv } from './csv.ts'
import { type DataMode, selectedExercises, submissionRows } from './data-rows.ts'

/** These endpoints reply in CSV without an Accept header, or with one that takes anything. */
const renderings: readonly Rendering[] = ['csv', 'json', 'html', 'excel.csv']

function rowsReply(call: Call, rows: readonly JsonObject[]): Reply {
  if (call.rendering === 'csv') {
    return { kind: 'text', status: 200, text: toCsv(rows), contentType: 'text/csv; charset=utf-8' }
  }
  if (call.rendering === 'excel.csv') {
    const text = `\uFEFF${toCsv(rows, call.request.query.get('sep') ?? ';')}`
    return { kind: 'text', status: 200, text, contentType: 'text/csv; charset=utf-8' }
  }
  return jsonReply(rows)
}

function submissionData(call: Call, caller: Caller, mode: DataMode): Reply {
  const rows = submissionRows(call, caller, mode)
  const field = call.request.query.get('field')
  if (field === null) return rowsReply(call, rows)
  return rowsReply(
    call,
    rows.map((row) => ({ SubmissionID: row['SubmissionID'] ?? null, [field]: row[field] ?? '' })),
  )
}

function ownId(caller: Caller): number {
  if (caller.kind !== 'user') throw noSuch('UserProfile')
  return caller.user.id
}

/** One row for each student, with the counts and totals of each selected exercise. */
function resultRows(call: Call, caller: Caller): JsonObject[] {
  const exercises = selectedExercises(call, caller)
  const students = call.world
    .studentIdsOf(call.course.id)
    .filter((id) => isCourseStaff(call, caller) || ownId(caller) === id)
  const perExercise = exercises.map((exercise) => {
    const submissions = (call.world.submissionsOf.get(exercise.id) ?? []).map((id) => call.world.submission(id))
    const byUser = Map.groupBy(
      submissions.flatMap((submission) => submission.submitterIds.map((userId) => ({ userId, submission }))),
      ({ userId }) => userId,
    )
    return { exercise, byUser }
  })
  return students.map((id) => {
    const user = call.world.user(id)
    const row: Record<string, number | string | null> = {
      UserID: id,
      Email: user.email,
      StudentID: user.studentId,
      Name: fullNameOf(user),
      Tags: tagsText(call, id),
      Organization: user.isExternal ? 'other.example' : 'example.org',
    }
    let [count, total] = [0, 0]
    for (const { exercise, byUser } of perExercise) {
      const own = (byUser.get(id) ?? []).map(({ submission }) => submission).sort((a, b) => b.id - a.id)
      const best = bestOf(own)
      const points = best === null ? 0 : shownGrade(call, caller, best)
      row[`${exercise.id} Count`] = own.length
      row[`${exercise.id} Total`] = points
      count += own.length
      total += points
    }
    return { ...row, Count: count, Total: total }
  })
}

/** This endpoint has the ids of tags, not their slugs. */
function tagsText(call: Call, userId: number): string {
  const slugs = call.world.tagSlugsOf(call.course.id, userId)
  return call.world
    .tagsOf(call.course.id)
    .filter(({ slug }) => slugs.includes(slug))
    .map(({ id }) => id)
    .join('|')
}

const base = '/courses/{courseId}'

export const dataRoutes: readonly Route[] = [
  {
    operation: 'listSubmissionData',
    method: 'GET',
    path: `${base}/submissiondata`,
    renderings,
    allow: courseVisible,
    handle: (call, caller) => submissionData(call, caller, { status: 'ready', userId: null }),
  },
  {
    operation: 'readOwnSubmissionData',
    method: 'GET',
    path: `${base}/submissiondata/me`,
    renderings,
    allow: courseVisible,
    handle: (call, caller) => submissionData(call, caller, { status: 'ready', userId: ownId(caller) }),
  },
  {
    operation: 'readSubmissionData',
    method: 'GET',
    path: `${base}/submissiondata/{userId}`,
    renderings,
    allow: courseVisible,
    handle: (call, caller) => submissionData(call, caller, { status: 'ready', userId: call.id('userId') }),
  },
  {
    operation: 'listPendingSubmissionData',
    method: 'GET',
    path: `${base}/pendingsubmissiondata`,
    renderings,
    allow: courseVisible,
    handle: (call, caller) => submissionData(call, caller, { status: 'any', userId: null }),
  },
  {
    operation: 'listResultsData',
    method: 'GET',
    path: `${base}/resultsdata`,
    renderings,
    allow: courseVisible,
    handle: (call, caller) => rowsReply(call, resultRows(call, caller)),
  },
]
