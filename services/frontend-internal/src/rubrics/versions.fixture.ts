import { aDocument, type RubricClient } from './rubrics.fixture.ts'

/** A rubric whose versions are 1.1, 1.2 and 2.1, each with its number for a title. */
export async function rubricWithVersions({ published, write }: RubricClient): Promise<string> {
  const rubricId = await published(aDocument({ title: { en: '1.1' } }))
  for (const [index, change] of [{ title: { en: '1.2' } }, { title: { en: '2.1' }, maxPoints: 21 }].entries()) {
    await write('PUT', `${rubricId}/draft`, 2 + 2 * index, aDocument(change))
    await write('POST', `${rubricId}/publish`, 3 + 2 * index)
  }
  return rubricId
}
