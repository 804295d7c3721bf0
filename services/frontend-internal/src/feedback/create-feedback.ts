import { findFeedback } from '@course-grading/data/feedback/find-feedback'
import { findStudentToWriteAbout, insertStudentFeedback } from '@course-grading/data/feedback/student-documents'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { maxFeedbackBodyLength } from '@course-grading/domain/feedback/feedback-text'
import { fillPlaceholders } from '@course-grading/domain/feedback/placeholders'
import { mayWriteAbout } from '../access/feedback-subject.ts'
import type { FrontendHandler } from '../access/handler.ts'
import { toFeedback } from './to-feedback.ts'

export const createFeedback: FrontendHandler<'createFeedback'> = async (
  { subject: member, params: { courseId }, body: { userId, language }, caller },
  { database },
) => {
  if (!member.access.languages.includes(language)) throw new DomainError('validation_failed', { issues: [noLanguage] })
  if (userId === caller.userId) throw new DomainError('forbidden')
  const student = await findStudentToWriteAbout(database, { courseId, userId, language })
  if (student === null || !mayWriteAbout(member, { language, tagSlugs: student.tagSlugs }))
    throw new DomainError('not_found', { isHidden: student !== null })
  const ofSubmissions = { exerciseName: '', points: '', maxPoints: '' }
  const body = fillPlaceholders(student.template ?? '', ofSubmissions).slice(0, maxFeedbackBodyLength)
  const authorId = caller.userId
  const document = await database.transaction(async (tx) => {
    const inserted = await insertStudentFeedback(tx, { courseId, userId, language, body, authorId })
    if (inserted?.id === null) throw new DomainError('validation_failed', { issues: [tooManyDocuments] })
    return inserted === null ? null : await findFeedback(tx, inserted.id)
  })
  if (document === null) throw new DomainError('not_found')
  return { status: 201, body: toFeedback(document), revision: document.revision }
}

const tooManyDocuments = { path: '$', code: 'too_large', message: 'The student has 200 documents.' } as const
const noLanguage = { path: '$.language', code: 'invalid_value', message: 'Must be a language of the course.' } as const
