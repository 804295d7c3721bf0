import { describe, expect } from 'vitest'
import { aDocument } from './rubrics.fixture.ts'
import { rubricWithVersions } from './versions.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'

describe('getRubricVersion', () => {
  it('shows the newest wording of a version, or the requested wording', async ({ service, rubrics }) => {
    const rubricId = await rubricWithVersions(rubrics)
    const shown = async (version: number, query?: string) => await (await get(service, rubricId, version, query)).json()
    expect(await shown(1)).toEqual({
      version: 1,
      wording: 2,
      title: { en: '1.2' },
      publishedAt: expect.stringMatching(/\.\d{3}Z$/),
      userId: 101,
      document: aDocument({ title: { en: '1.2' } }),
    })
    expect(await shown(1, '?wording=1')).toMatchObject({ wording: 1, document: { title: { en: '1.1' } } })
    expect(await shown(2)).toMatchObject({ wording: 1, document: { title: { en: '2.1' }, maxPoints: 21 } })
  })

  it.for([
    [3, ''],
    [2, '?wording=2'],
    [1, '?wording=9007199254740991'],
  ] as const)('finds nothing at version %i%s', async ([version, query], { service, rubrics }) => {
    await expect(get(service, await rubricWithVersions(rubrics), version, query)).toBeProblem(404, 'not_found')
  })
})

const get = (service: TestService, rubricId: string, version: number, query = ''): Promise<Response> =>
  service.get(`/rubrics/${rubricId}/versions/${version}${query}`)
