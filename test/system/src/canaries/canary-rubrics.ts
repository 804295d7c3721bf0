import { rubricDocumentExample, rubricIds } from '@course-grading/contracts/rubrics/rubric-examples'
import { createDatabase, type Database } from '@course-grading/data/db/database'
import { markRubricArchived } from '@course-grading/data/rubrics/archive-rubric'
import { updateRubricDraft } from '@course-grading/data/rubrics/rubric-draft-queries'
import { insertRubric } from '@course-grading/data/rubrics/rubric-queries'
import { insertRubricVersion } from '@course-grading/data/rubrics/rubric-version-queries'

/**
 * Makes the rubrics that the contract's examples are about, with a canary in each note for graders. The finished one has two
 * versions. Returns their ids by the ids of the examples.
 */
export async function placeRubrics(
  url: string,
  courseId: number,
  plant: (kind: 'staff', name: string) => string,
): Promise<Map<string, string>> {
  const database = await createDatabase({ url, applicationName: 'rubrics', poolMax: 2 })
  const graderNote = { en: plant('staff', "a rubric's note for graders") }
  const criteria = rubricDocumentExample.criteria.map((criterion) => ({ ...criterion, graderNote }))
  const text = JSON.stringify({ ...rubricDocumentExample, criteria })
  const another = JSON.stringify({ ...rubricDocumentExample, criteria, rounding: 'whole' })
  const [published, finished, archived] = [
    await publishedRubric(database, courseId, text),
    await publishedRubric(database, courseId, text),
    await publishedRubric(database, courseId, text),
  ]
  await updateRubricDraft(database, { rubricId: published, expectedRevision: 2, draft: another })
  await updateRubricDraft(database, { rubricId: finished, expectedRevision: 2, draft: another })
  await insertRubricVersion(database, { rubricId: finished, expectedRevision: 3, structureChanged: true, userId: 101 })
  await database.transaction((tx) => markRubricArchived(tx, { rubricId: archived, expectedRevision: 2 }))
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
async function publishedRubric(database: Database, courseId: number, draft: string): Promise<string> {
  const { rubricId } = await insertRubric(database, { courseId, draft })
  await insertRubricVersion(database, { rubricId, expectedRevision: 1, structureChanged: true, userId: 101 })
  return rubricId
}
