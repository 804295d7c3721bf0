import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { it, type FrontendRequest, type TestService } from '../service-test.fixture.ts'

const header = 'email;languages;feedbackTags;gradingTags'
const csvOf = (...rows: readonly string[]) => [header, ...rows].join('\n')

describe('importGraders', () => {
  it('replies to a dry run with all invalid rows, or with what an import would write', async ({ service }) => {
    await expect(put(service, csvOf('103;sv;;', '105;fi;;'), {}, '?dryRun=true')).toBeProblem(
      400,
      'validation_failed',
      ['$.rows[0].languages invalid_value', '$.rows[1].email not_staff'],
    )
    const dry = await put(service, csvOf('103;en;;'), {}, '?dryRun=true')
    await expect(dry).toBeRevision(200, 1)
    expect(await dry.json()).toEqual({ revision: 1, graders: [{ userId: 103, languages: ['en'] }], dryRun: true })
    expect((await settings(service)).revision).toBe(1)
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

  it('refuses another value of dryRun, and a header that is absent', async ({ service }) => {
    await expect(put(service, csvOf(), {}, '?dryRun=yes')).toBeProblem(400, 'validation_failed', [
      '$.dryRun invalid_format',
    ])
    const headers = { 'Content-Type': 'text/csv; header=absent' }
    await expect(put(service, csvOf('103;en;;'), { headers })).toBeProblem(400, 'invalid_csv', ['$.header required'])
  })

  it('says how to save a file that is in UTF-16, and takes one whose header is quoted', async ({ service }) => {
    const utf16 = await put(service, Buffer.from(`\uFEFF${csvOf('103;en;;')}`, 'utf16le'))
    expect(await utf16.json()).toMatchObject({ code: 'invalid_csv', detail: expect.stringContaining('CSV UTF-8') })
    const quoted = `"${header.replaceAll(';', '";"')}"\r\n"103";"en";"";""`
    await expect(put(service, quoted, {}, '?dryRun=true')).toBeRevision(200, 1)
  })

  it('takes all graders out with allowEmpty alone', async ({ service }) => {
    await expect(put(service, csvOf())).toBeProblem(400, 'validation_failed', ['$.rows too_short'])
    await expect(put(service, csvOf(), {}, '?allowEmpty=true')).toBeRevision(200, 2)
  })

  it('replaces the graders by those of the file, in one revision', async ({ service }) => {
    const graders = [
      { userId: 102, languages: ['fi', 'en'], gradingTags: [] },
      { userId: 103, languages: ['en'], feedbackTags: ['group-a', 'group-b'] },
    ]
    const csv = csvOf('assistant-fi@example.org;fi,en;;(none)', '103;en;"group-a,group-b";')
    const headers = { 'Content-Type': 'text/csv; header=present' }
    const { revision } = await settings(service)
    const reply = await put(service, csv, { ifMatch: `"${revision}"`, headers }, '?dryRun=false')
    await expect(reply).toBeRevision(200, revision + 1)
    expect(await reply.json()).toEqual({ revision: revision + 1, graders, dryRun: false })
    expect(await settings(service)).toMatchObject({ revision: revision + 1, graders, name: 'Programming 1' })
    const history = await service.get(`/courses/11/settings/revisions/${revision + 1}`)
    expect(await history.json()).toMatchObject({
      operation: 'importGraders',
      userId: 101,
      changes: [{ path: '$.graders' }],
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
