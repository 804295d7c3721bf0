import type { AssessmentEvent } from '@course-grading/contracts/assessments/list-assessment-history'
import {
  listAssessmentEvents,
  type StoredAssessmentEvent,
} from '@course-grading/data/assessments/assessment-event-queries'
import { toPersonRef } from '@course-grading/domain/submissions/person-ref'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'
import { toStaffRef } from './to-assessment.ts'

export const listAssessmentHistory: FrontendHandler<'listAssessmentHistory'> = async (
  { subject: { assessment }, page },
  { database },
) => {
  const before = page.after?.[0] ?? null
  const rows = await listAssessmentEvents(database, { assessmentId: assessment.id, before, limit: page.limit + 1 })
  // Rows that exceed the size of a reply come on the next page.
  const limit = Math.min(page.limit, rows.filter(({ fits }) => fits).length)
  const { revision } = assessment
  return {
    ...pageReply({ rows, page: { ...page, limit }, keyOf: ({ id }) => [id], itemOf: toEvent }),
    assessmentRevision: revision,
  }
}

const toEvent = (stored: StoredAssessmentEvent): AssessmentEvent => ({
  event: stored.event,
  by: stored.byUserId === null ? null : toStaffRef(stored.byUserId, stored.byName),
  at: stored.at,
  fromRevision: stored.fromRevision,
  toRevision: stored.toRevision,
  pointsBefore: stored.pointsBefore,
  pointsAfter: stored.pointsAfter,
  reason: stored.reason,
  judgement: stored.judgement,
  submitters: stored.submitters && {
    before: stored.submitters.before.map(toPersonRef),
    after: stored.submitters.after.map(toPersonRef),
  },
})
