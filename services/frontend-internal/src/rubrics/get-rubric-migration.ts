import { jsonText } from '@course-grading/contracts/operation/reply'
import type { RubricMigrationItem, RubricMigrationPage } from '@course-grading/contracts/rubrics/rubric-migration'
import { listMigrationRows } from '@course-grading/data/rubrics/find-migration'
import { toPersonRef } from '@course-grading/domain/submissions/person-ref'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'
import { requireMigration } from './require-migration.ts'

export const getRubricMigration: FrontendHandler<'getRubricMigration'> = async (
  { params, query: { effect = null }, page },
  { database },
) => {
  const migration = await requireMigration(database, params)
  const { migrationId } = params
  const rows = await listMigrationRows(database, {
    migrationId,
    effect,
    after: page.after?.[0] ?? null,
    limit: page.limit + 1,
  })
  const { body } = pageReply({
    rows,
    page,
    keyOf: ({ assessmentId }) => [assessmentId],
    itemOf: ({ submitters, isBlocked, wasDelivered, ...row }): RubricMigrationItem => ({
      ...row,
      submitters: submitters.map(toPersonRef),
      blocked: isBlocked,
      delivered: wasDelivered,
    }),
  })
  // The reply has the members of the plan, then those of the page. Both are JSON texts of objects, so the braces between them are cut.
  const whole = `${JSON.stringify(migration).slice(0, -1)},${body.slice(1)}`
  return { status: 200, body: jsonText<RubricMigrationPage>(whole) }
}
