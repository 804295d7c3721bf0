import type { StudentFeedback } from '@course-grading/contracts/feedback/student-feedback'
import { findOwnFeedback, hasFeedback, rememberReading } from '@course-grading/data/feedback/student-reads'
import { scaledPoints } from '@course-grading/domain/assessments/points-heading'
import type { StudentText } from '@course-grading/domain/assessments/result-texts'
import { countedUpstream } from '@course-grading/domain/delivery/counted-upstream'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { fillStudentName } from '@course-grading/domain/feedback/student-name'
import type { FrontendHandler } from '../access/handler.ts'

export const getMyFeedback: FrontendHandler<'getMyFeedback'> = async (
  { params: { id }, caller: { userId }, isHead },
  { database },
) => {
  const found = await findOwnFeedback(database, id, userId)
  if (found === null) throw new DomainError('not_found', { isHidden: await hasFeedback(database, id) })
  const { text, studentNames, upstreamMaxPoints, upstream, ...head } = found
  const readAt =
    found.readAt ?? (isHead ? head.publishedAt : await database.transaction((tx) => rememberReading(tx, found, userId)))
  if (readAt === null) throw new DomainError('not_found')
  const { bodyHtml, annotations, result: shown } = text === null ? nothing : withNames(text, studentNames)
  // Results that were frozen before parts, or ids of criteria, were stored have none.
  const result = shown && {
    ...shown,
    ...scaledPoints(shown, upstreamMaxPoints ?? shown.maxPoints),
    criteria: shown.criteria.map((criterion) => ({ ...criterion, id: criterion.id ?? '' })),
    parts: shown.parts ?? [],
    upstream: countedUpstream(upstream, shown, 'student'),
  }
  return { status: 200, body: { ...head, readAt, bodyHtml, annotations, result } as StudentFeedback }
}

const nothing = { bodyHtml: '', annotations: [], result: null }

/** Names of students are filled in when feedback is read, so that no stored text has them. */
function withNames(text: StudentText, names: readonly string[]): StudentText {
  const filled = (html: string): string => fillStudentName(html, names)
  const { result } = text
  return {
    ...text,
    bodyHtml: filled(text.bodyHtml),
    annotations: text.annotations.map((annotation) => ({ ...annotation, bodyHtml: filled(annotation.bodyHtml) })),
    result: result && {
      ...result,
      criteria: result.criteria.map((criterion) => ({
        ...criterion,
        commentHtml: criterion.commentHtml && filled(criterion.commentHtml),
      })),
    },
  }
}
