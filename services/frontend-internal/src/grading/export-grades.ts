import type { Database } from '@course-grading/data/db/database'
import { listGradeCriteria } from '@course-grading/data/grading/list-grade-criteria'
import { listGrades } from '@course-grading/data/grading/list-grades'
import { csvDialectOf } from '@course-grading/domain/csv/csv-dialect'
import { gradeLines, type GradesFile, gradesHeader } from '@course-grading/domain/grading/grades-csv'
import type { FrontendHandler } from '../access/handler.ts'
import { readerLocale } from '../submissions/reader-language.ts'

export const exportGrades: FrontendHandler<'exportGrades'> = async (
  { params: { courseId, exerciseId }, query, caller, requestId },
  { database, logger },
) => {
  const exercise = { courseId, exerciseId }
  const criterionIds = await listGradeCriteria(database, exercise)
  const dialect = query.dialect ?? csvDialectOf(readerLocale(caller))
  logger.info('grades exported', { event: 'grades_exported', ...exercise, userId: caller.userId, requestId })
  const content = lines(database, exercise, { criterionIds, dialect })
  return {
    status: 200,
    attachment: { mediaType: 'text/csv', fileName: `grades-${courseId}-${exerciseId}.csv`, content },
  }
}

/** Reads a page of rows when its lines are needed, so that memory use stays flat and no transaction stays open. */
async function* lines(
  database: Database,
  exercise: { readonly courseId: number; readonly exerciseId: number },
  file: GradesFile,
): AsyncGenerator<string> {
  yield gradesHeader(file)
  for await (const page of listGrades(database, exercise)) yield page.map((row) => gradeLines(row, file)).join('')
}
