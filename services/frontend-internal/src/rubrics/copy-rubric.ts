import { insertRubric } from '@course-grading/data/rubrics/rubric-queries'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { keepLanguages } from '@course-grading/domain/rubrics/keep-languages'
import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import { requireTeacher } from '../access/course-member.ts'
import type { FrontendHandler } from '../access/handler.ts'
import { languagesOf } from './require-document.ts'
import { requireRubric } from './require-rubric.ts'
import { rubricReply } from './rubric-reply.ts'

export const copyRubric: FrontendHandler<'copyRubric'> = async (call, deps) => {
  const { courseId } = call.body
  await requireTeacher(deps, call, courseId)
  const settings = await deps.loadCourseSettings(courseId)
  if (settings === null) throw new DomainError('not_found')
  const { draft, latest } = await requireRubric(deps.database, call.params.rubricId)
  const source = JSON.parse(latest ?? draft ?? 'null') as RubricDocument
  const { document, lost } = keepLanguages(source, languagesOf(settings))
  if (lost.length > 0) {
    const message = `The course has none of the languages of ${lost[0]} in the rubric.`
    throw new DomainError('validation_failed', { issues: [{ path: '$.courseId', code: 'invalid_value', message }] })
  }
  const copy = await insertRubric(deps.database, { courseId, draft: JSON.stringify(document) })
  return { status: 201, ...rubricReply(copy) }
}
