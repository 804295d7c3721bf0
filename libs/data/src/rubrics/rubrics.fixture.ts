import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import { openData } from '../testing/open-data.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { testIn } from '../testing/test-in.ts'
import { markRubricArchived } from './archive-rubric.ts'
import { updateRubricDraft } from './rubric-draft-queries.ts'
import { insertRubric } from './rubric-queries.ts'
import { insertRubricVersion } from './rubric-version-queries.ts'

/** The text of a rubric's document; only its title and its maximum matter here. */
export function documentText(title: string, maxPoints = 10): string {
  const document: RubricDocument = {
    title: { en: title },
    maxPoints,
    startingPoints: 0,
    rounding: 'none',
    criteria: [],
  }
  return JSON.stringify(document)
}

/** A course with rubrics, which come into their states by the product's own steps. */
export async function openRubrics() {
  const data = await openData()
  const { database } = data
  const courseId = await configureCourse(database)

  const draft = async (title = 'One'): Promise<string> =>
    (await insertRubric(database, { courseId, draft: documentText(title) })).rubricId
  const publish = (rubricId: string, expectedRevision: number, structureChanged = true) =>
    insertRubricVersion(database, { rubricId, expectedRevision, structureChanged, userId: 101 })
  /** At revision 2, version 1. */
  const published = async (title = 'One'): Promise<string> => {
    const rubricId = await draft(title)
    await publish(rubricId, 1)
    return rubricId
  }
  /** At revision 3: published, with a draft that has another title. */
  const edited = async (): Promise<string> => {
    const rubricId = await published()
    await updateRubricDraft(database, { rubricId, expectedRevision: 2, draft: documentText('Two') })
    return rubricId
  }
  /** At revision 4: archived, with a draft. */
  const archived = async (): Promise<string> => {
    const rubricId = await edited()
    await database.transaction((tx) => markRubricArchived(tx, { rubricId, expectedRevision: 3 }))
    return rubricId
  }
  return { ...data, courseId, draft, publish, published, edited, archived }
}

export const it = testIn(openRubrics)
export { testIn }
