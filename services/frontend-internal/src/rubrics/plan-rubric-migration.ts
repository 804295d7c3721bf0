import type { Database } from '@course-grading/data/db/database'
import { deleteRubricMigration } from '@course-grading/data/rubrics/find-migration'
import {
  beginRubricMigration,
  type BegunMigration,
  countAssessmentsToMigrate,
  finishRubricMigration,
  insertMigrationRows,
  listAssessmentsToMigrate,
  type MigrationRequest,
} from '@course-grading/data/rubrics/plan-migration'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import type { Deps } from '../deps/deps.ts'
import type { FrontendHandler } from '../access/handler.ts'
import type { MigratePage } from '../deps/migration-thread.ts'
import { requireMigration } from './require-migration.ts'

const maxAssessments = 5_000
/** Milliseconds for the whole plan; the rest of the request's time is for its beginning and its end. */
const planMs = 105_000
const page = { maxRows: 100, maxBytes: 500_000 }

type PlanDeps = Pick<Deps, 'database' | 'migrationThread' | 'logger'>

export const planRubricMigration: FrontendHandler<'planRubricMigration'> = async (
  { params: { rubricId }, body, subject: { access }, caller: { userId }, gone, requestId },
  deps,
) => {
  const { toVersion, exerciseId = null, include } = body
  const signal = AbortSignal.any([AbortSignal.timeout(planMs), gone()])
  const endTurn = await deps.migrationThread.takeTurn(userId, signal)
  try {
    const request = { rubricId, toVersion, exerciseId, include }
    const begun = await makePlan(deps, request, { userId, courseLanguage: access.languages[0] ?? 'en', signal })
    const migration = await requireMigration(deps.database, { rubricId, migrationId: begun.migrationId })
    deps.logger.info('rubric migration planned', {
      event: 'rubric_migration_planned',
      courseId: begun.courseId,
      count: migration.assessments,
      userId,
      requestId,
    })
    return { status: 201, body: migration }
  } finally {
    endTurn()
  }
}

async function makePlan(
  { database, migrationThread }: PlanDeps,
  request: MigrationRequest,
  {
    userId,
    courseLanguage,
    signal,
  }: { readonly userId: number; readonly courseLanguage: string; readonly signal: AbortSignal },
): Promise<BegunMigration> {
  const count = await countAssessmentsToMigrate(database, request, maxAssessments + 1)
  if (count > maxAssessments) throw invalid('$.include', 'too_large', `More than ${maxAssessments} assessments.`)
  const begun = await beginRubricMigration(database, { ...request, byUserId: userId })
  if (begun === null) throw invalid('$.toVersion', 'invalid_value', 'Must be a version of the rubric.')
  const { migrationId, wording } = begun
  const { rubricId, toVersion } = request
  const document = JSON.parse(begun.document) as RubricDocument
  const target = { rubricId, version: toVersion, wording, document, courseLanguage }
  try {
    if (count > 0)
      await migrationThread.use(target, signal, (migrate) => storePages(database, request, begun, migrate, signal))
    await finishRubricMigration(database, migrationId)
  } catch (error) {
    // An incomplete plan is of no use. If its deletion fails, too, the upkeep of migrations removes it.
    await deleteRubricMigration(database, migrationId).catch(() => undefined)
    throw error
  }
  return begun
}

async function storePages(
  database: Database,
  request: MigrationRequest,
  begun: BegunMigration,
  migrate: MigratePage,
  signal: AbortSignal,
): Promise<void> {
  for (let after: string | null = null; ;) {
    signal.throwIfAborted()
    const { work, last } = await listAssessmentsToMigrate(database, request, { after, ...page })
    if (work === null) return
    const rows = await migrate(work)
    await database.transaction((tx) => insertMigrationRows(tx, begun, rows))
    after = last
  }
}

function invalid(path: string, code: 'too_large' | 'invalid_value', message: string): DomainError {
  return new DomainError('validation_failed', { issues: [{ path, code, message }] })
}
