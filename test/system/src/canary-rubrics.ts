import { rubricDocumentExample, rubricIds } from '@course-grading/contracts'
import {
  archiveRubric,
  createDatabase,
  insertRubric,
  publishRubric,
  type Database,
  updateRubricDraft,
} from '@course-grading/data'

const text = JSON.stringify(rubricDocumentExample)

/** Makes the rubrics that the contract's examples are about. Returns what their ids are here, by those of the examples. */
export async function placeRubrics(url: string, courseId: number): Promise<Map<string, string>> {
  const database = await createDatabase({ url, applicationName: 'rubrics', poolMax: 2 })
  const [published, finished, archived] = [
    await publishedRubric(database, courseId),
    await publishedRubric(database, courseId),
    await publishedRubric(database, courseId),
  ]
  const draft = JSON.stringify({ ...rubricDocumentExample, rounding: 'whole' })
  await updateRubricDraft(database, { rubricId: published, expectedRevision: 2, draft })
  await database.transaction((tx) => archiveRubric(tx, { rubricId: archived, expectedRevision: 2 }))
  const { rubricId: never } = await insertRubric(database, { courseId, draft: text })
  await database.end()
  return new Map([
    [rubricIds.published, published],
    [rubricIds.finished, finished],
    [rubricIds.archived, archived],
    [rubricIds.draft, never],
  ])
}

/** At revision 2. */
async function publishedRubric(database: Database, courseId: number): Promise<string> {
  const { rubricId } = await insertRubric(database, { courseId, draft: text })
  await publishRubric(database, { rubricId, expectedRevision: 1, structureChanged: true, userId: 101 })
  return rubricId
}
