import type { Database } from '@course-grading/data/database'
import type { GradeRow } from '@course-grading/data/grading/grade-rows'
import { listGradeCriteria, listGrades } from '@course-grading/data/grading/list-grades'
import { findRubricVersion } from '@course-grading/data/rubrics/rubric-version-queries'
import { type ExportedJudgement, gradeLines, gradesHeader } from '@course-grading/domain/grading/grades-csv'
import { builtInRubric } from '@course-grading/domain/rubrics/built-in-rubric'
import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import type { FrontendHandler } from '../handler.ts'

export const exportGrades: FrontendHandler<'exportGrades'> = async (
  { params: { courseId, exerciseId }, caller: { userId }, requestId },
  { database, logger },
) => {
  const exercise = { courseId, exerciseId }
  const criterionIds = await listGradeCriteria(database, exercise)
  logger.info('grades exported', { event: 'grades_exported', ...exercise, userId, requestId })
  const content = lines(database, exercise, criterionIds)
  return {
    status: 200,
    attachment: { mediaType: 'text/csv', fileName: `grades-${courseId}-${exerciseId}.csv`, content },
  }
}

/** The pieces of the file. Pages are read as the pieces are taken, so that memory use stays flat and no transaction stays open. */
async function* lines(
  database: Database,
  exercise: { readonly courseId: number; readonly exerciseId: number },
  criterionIds: readonly string[],
): AsyncGenerator<string> {
  const judgementOf = judgements(database)
  yield gradesHeader(criterionIds)
  for await (const page of listGrades(database, exercise)) {
    const texts: string[] = []
    for (const row of page) texts.push(gradeLines(row, await judgementOf(row), criterionIds))
    yield texts.join('')
  }
}

/** The documents of at most this many versions are kept in memory. */
const maxDocuments = 8

/** Reads each version of a rubric when it is first met. */
function judgements(database: Database): (row: GradeRow) => Promise<ExportedJudgement | null> {
  const documents = new Map<string, RubricDocument>()
  const documentOf = async (rubricId: string, version: number): Promise<RubricDocument> => {
    const key = `${rubricId} ${version}`
    const held = documents.get(key)
    if (held !== undefined) return held
    const found = await findRubricVersion(database, { rubricId, version, wording: null })
    if (found === null) throw new Error('a version of a rubric by which work was judged is gone')
    const document = JSON.parse(found.document) as RubricDocument
    const [first] = documents.keys()
    if (documents.size >= maxDocuments && first !== undefined) documents.delete(first)
    documents.set(key, document)
    return document
  }
  return async ({ rubricId, rubricVersion, scores, maxPoints }) => {
    if (scores === null || rubricVersion === null || maxPoints === null) return null
    const document = rubricId === null ? builtInRubric(maxPoints) : await documentOf(rubricId, rubricVersion)
    return { document, scores }
  }
}
