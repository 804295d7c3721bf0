import type { Rubric } from '@course-grading/contracts/rubrics/rubric'
import { rubricDocumentExample, rubricIds } from '@course-grading/contracts/rubrics/rubric-examples'
import { migrationIds } from '@course-grading/contracts/rubrics/rubric-migration'
import type { TestService } from '../service.fixture.ts'

/** The rubrics of the demo course that the contract's examples are about. */
export async function placeRubrics(service: TestService): Promise<void> {
  const text = JSON.stringify(rubricDocumentExample)
  await service.sql`
    INSERT INTO rubric (rubric_id, course_id, state, revision, draft, created_at, updated_at)
    SELECT id, 11, 'draft', 1, ${text}, now(), now() FROM unnest(${Object.values(rubricIds)}::uuid[]) AS id`
  const published = [rubricIds.published, rubricIds.finished, rubricIds.archived]
  await service.sql`
    WITH changed AS (
      UPDATE rubric SET state = 'published', revision = 2, draft = NULL, latest_version = 1, latest_wording = 1
      WHERE rubric_id = ANY (${published}) RETURNING rubric_id)
    INSERT INTO rubric_version (rubric_id, version, wording, document, published_at, published_by)
    SELECT rubric_id, 1, 1, ${text}, now(), 101 FROM changed`
  await service.sql`UPDATE rubric SET revision = 3, draft = ${JSON.stringify({ ...rubricDocumentExample, rounding: 'whole' })} WHERE rubric_id = ${rubricIds.published}`
  await service.sql`UPDATE rubric SET revision = 3, state = 'archived' WHERE rubric_id = ${rubricIds.archived}`
}

/** Plans without rows, of the contract's examples; `placeRubrics` comes before. */
export async function placeMigrations(service: TestService): Promise<void> {
  await service.sql`INSERT INTO rubric_migration (id, rubric_id, course_id, to_version, to_wording, include, state, by_user_id, created_at)
    SELECT id, ${rubricIds.finished}, 11, 1, 1, '{in_progress,completed}', 'ready', 101, now() FROM unnest(${Object.values(migrationIds)}::uuid[]) AS id`
}

/** Functions by which a teacher of course 11 uses the operations on rubrics. */
export interface RubricClient {
  /** A new rubric's id. */
  readonly draft: (document?: object) => Promise<string>
  /** At revision 2, version 1. */
  readonly published: (document?: object) => Promise<string>
  /** At revision 3: published, with `document` as its draft. */
  readonly edited: (document?: object) => Promise<string>
  /** At revision 3. */
  readonly archived: () => Promise<string>
  readonly get: (rubricId: string) => Promise<Rubric>
  /** A write with `If-Match`. */
  readonly write: (method: string, path: string, revision: number, body?: unknown) => Promise<Response>
}

/** The document of the contract's examples with changes. */
export const aDocument = (change: object = {}): object => ({ ...rubricDocumentExample, ...change })

/** In the session of teacher 101 unless another is given. */
export function rubricClient(service: TestService, session?: string, courseId = 11): RubricClient {
  const done = async (reply: Response): Promise<Response> => {
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
    return reply
  }
  const write: RubricClient['write'] = (method, path, revision, body) =>
    service.send(method, `/rubrics/${path}`, { session, ifMatch: `"${revision}"`, body })
  const draft: RubricClient['draft'] = async (document = aDocument()) => {
    const made = await done(await service.send('POST', `/courses/${courseId}/rubrics`, { session, body: { document } }))
    return ((await made.json()) as Rubric).rubricId
  }
  const published: RubricClient['published'] = async (document) => {
    const rubricId = await draft(document)
    await done(await write('POST', `${rubricId}/publish`, 1))
    return rubricId
  }
  return {
    draft,
    published,
    edited: async (document = aDocument({ rounding: 'whole' })) => {
      const rubricId = await published()
      await done(await write('PUT', `${rubricId}/draft`, 2, document))
      return rubricId
    },
    archived: async () => {
      const rubricId = await published()
      await done(await write('POST', `${rubricId}/archive`, 2))
      return rubricId
    },
    get: (rubricId) => service.read<Rubric>(`/rubrics/${rubricId}`, session),
    write,
  }
}
