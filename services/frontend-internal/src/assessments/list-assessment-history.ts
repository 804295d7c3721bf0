import type { AssessmentEvent } from '@course-grading/contracts/assessments/list-assessment-history'
import {
  listAssessmentEvents,
  type StoredAssessmentEvent,
} from '@course-grading/data/assessments/assessment-event-queries'
import { toPersonRef } from '@course-grading/domain/submissions/person-ref'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../handler.ts'
import { toStaffRef } from './to-assessment.ts'

export const listAssessmentHistory: FrontendHandler<'listAssessmentHistory'> = async (
  { access: { assessment }, page },
  { database },
) => {
  const before = page.after?.[0] ?? null
  const rows = await listAssessmentEvents(database, { assessmentId: assessment.id, before, limit: page.limit + 1 })
  // Rows that do not fit come on the next page.
  const limit = Math.min(page.limit, rows.filter(({ fits }) => fits).length)
  const { revision } = assessment
  return {
    ...pageReply({ rows, page: { ...page, limit }, keyOf: ({ id }) => [id], itemOf: toEvent }),
    assessmentRevision: revision,
  }
}

function toEvent(stored: StoredAssessmentEvent): AssessmentEvent {
  const {
    event,
    byUserId,
    byName,
    at,
    fromRevision,
    toRevision,
    pointsBefore,
    pointsAfter,
    reason,
    judgement,
    submitters,
  } = stored
  return {
    event,
    by: byUserId === null ? null : toStaffRef(byUserId, byName),
    at,
    fromRevision,
    toRevision,
    pointsBefore,
    pointsAfter,
    reason,
    judgement,
    submitters: submitters && {
      before: submitters.before.map(toPersonRef),
      after: submitters.after.map(toPersonRef),
    },
  }
}
