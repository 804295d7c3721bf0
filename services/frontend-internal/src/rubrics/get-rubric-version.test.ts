import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'
import { aDocument, rubricClient, type RubricClient } from './rubrics.fixture.ts'

let service: TestService
let teacher: string
let rubrics: RubricClient
beforeAll(async () => {
  service = await startTestService()
  teacher = await service.signIn(101)
  rubrics = rubricClient(service, teacher)
})
afterAll(() => service.stop())

import { rubricWithVersions } from './versions.fixture.ts'

const get = (rubricId: string, version: number, query = ''): Promise<Response> =>
  service.request('GET', `/rubrics/${rubricId}/versions/${version}${query}`, { session: teacher })

describe('getRubricVersion', () => {
  it('shows the newest wording of a version, or the requested wording', async () => {
    const rubricId = await rubricWithVersions(rubrics)
    const shown = async (version: number, query?: string) => await (await get(rubricId, version, query)).json()
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

  it.each([
    [3, ''],
    [2, '?wording=2'],
    [1, '?wording=9007199254740991'],
  ])('finds nothing at version %i%s', async (version, query) => {
    expect(await problemOf(await get(await rubricWithVersions(rubrics), version, query))).toEqual([404, 'not_found'])
  })
})
