import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import { it, itFresh, type FrontendRequest, type TestService } from '../service-test.fixture.ts'

const header = 'email;languages;feedbackTags;gradingTags'
const csvOf = (...rows: readonly string[]) => [header, ...rows].join('\n')

describe('importGraders', () => {
  itFresh('replaces the graders by those of the file, in one revision', async ({ service }) => {
    const graders = [
      { userId: 102, languages: ['fi', 'en'], gradingTags: [] },
      { userId: 103, languages: ['en'], feedbackTags: ['group-a', 'group-b'] },
    ]
    const reply = await put(service, csvOf('assistant-fi@example.org;fi,en;;(none)', '103;en;"group-a,group-b";'))
    await expect(reply).toBeRevision(200, 2)
    expect(await reply.json()).toEqual({ revision: 2, graders, dryRun: false })
    expect(await settings(service)).toMatchObject({ revision: 2, graders, name: 'Programming 1' })
    const history = await service.get('/courses/11/settings/revisions/2')
    expect(await history.json()).toMatchObject({
      operation: 'importGraders',
      userId: 101,
      changes: [{ path: '$.graders' }],
    })
  })

  itFresh('takes all graders out with allowEmpty alone', async ({ service }) => {
    expect(await problemOf(await put(service, csvOf()))).toEqual([400, 'validation_failed', '$.rows too_short'])
    await expect(put(service, csvOf(), {}, '?allowEmpty=true')).toBeRevision(200, 2)
  })

  itFresh.for([
    ['present', [200]],
    ['absent', [400, 'invalid_csv', '$.header required']],
  ] as const)('of a file whose media type says that its header is %s', async ([header, expected], { service }) => {
    const reply = await put(service, csvOf('103;en;;'), { headers: { 'Content-Type': `text/csv; header=${header}` } })
    expect(reply.ok ? [reply.status] : await problemOf(reply)).toEqual(expected)
  })

  it('takes any address, or says why not', { timeout: 60_000 }, async ({ service }) => {
    const odd = [
      "'@x",
      '%00@x',
      '&=@x',
      '"a b"@c.d',
      'a@b?c#d',
      `${'a'.repeat(252)}@b`,
      '\u{1f600}@\u0130',
      '\u202e@\uffff',
      '+@x;',
    ]
    const addresses = fc.oneof(fc.emailAddress({ size: 'large' }), fc.constantFrom(...odd))
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(addresses, { minLength: 1, maxLength: 50 }), async (list) => {
        const rows = list.map((address) => `"${address.replaceAll('"', '""')}";fi;;`)
        await expect(put(service, csvOf(...rows), {}, '?dryRun=true')).toBeReply(400)
      }),
      { numRuns: 10 },
    )
  })

  it('reports all invalid rows of a dry run, and then the result of the corrected file', async ({ service }) => {
    const wrong = await put(
      service,
      csvOf('assistant-fi@example.org;sv;;', '103;en;;', 'nobody@example.org;fi;;', '105;fi;;'),
      {},
      '?dryRun=true',
    )
    await expect(wrong).toBeProblem(400, 'validation_failed', [
      '$.rows[0].languages invalid_value',
      '$.rows[2].email not_staff',
      '$.rows[3].email not_staff',
    ])
    const mended = await put(service, csvOf('assistant-fi@example.org;fi;;', '103;en;;'), {}, '?dryRun=true')
    expect(mended.headers.get('etag')).toBe('"1"')
    expect(await mended.json()).toEqual({
      revision: 1,
      graders: [
        { userId: 102, languages: ['fi'] },
        { userId: 103, languages: ['en'] },
      ],
      dryRun: true,
    })
    expect((await settings(service)).revision).toBe(1)
  })

  itFresh('writes with dryRun=false as without the parameter, and rejects other values', async ({ service }) => {
    await expect(put(service, csvOf(), {}, '?dryRun=yes')).toBeProblem(400, 'validation_failed', [
      '$.dryRun invalid_format',
    ])
    expect(await (await put(service, csvOf('103;en;;'), {}, '?dryRun=false')).json()).toEqual({
      revision: 2,
      graders: [{ userId: 103, languages: ['en'] }],
      dryRun: false,
    })
  })
})

const put = (service: TestService, csv: string | Uint8Array, request: FrontendRequest = {}, query = '') =>
  service.send('PUT', `/courses/11/graders${query}`, {
    ifMatch: '"1"',
    body: csv,
    ...request,
    headers: { 'Content-Type': 'text/csv', ...request.headers },
  })

const settings = async (service: TestService) => await service.read<CourseSettings>('/courses/11/settings')
