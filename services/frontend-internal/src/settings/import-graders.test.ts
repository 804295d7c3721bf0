import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import type { FrontendRequest, TestService } from '../service.fixture.ts'
import { itAnew as it } from '../service-test.fixture.ts'

const header = 'email;languages;feedbackTags;gradingTags'
const csvOf = (...rows: readonly string[]) => [header, ...rows].join('\n')

describe('importGraders', () => {
  it('replaces the graders by those of the file, in one revision', async ({ service }) => {
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

  it.for([
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

  it('reports all three invalid rows of a dry run at once, and then the result of the corrected file', async ({
    service,
  }) => {
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

  it('writes with dryRun=false as without the parameter, and rejects other values', async ({ service }) => {
    await expect(put(service, csvOf(), {}, '?dryRun=yes')).toBeProblem(400, 'validation_failed', [
      '$.dryRun invalid_format',
    ])
    expect(await (await put(service, csvOf(), {}, '?dryRun=false')).json()).toEqual({
      revision: 2,
      graders: [],
      dryRun: false,
    })
  })

  it.for([
    ['another header', 'email;languages;tags\n', '$.header'],
    ['no header', '102;fi;;', '$.header'],
    ['nothing', '', '$.header'],
    ['commas between its cells', csvOf('102,fi,,'), '$.rows[0]'],
    ['a row of five cells', csvOf('102;fi;;', '103;fi;;;'), '$.rows[1]'],
    ['a quote that never closes', csvOf('"102;fi;;'), '$.rows[0]'],
    ['a NUL', csvOf('102;fi;\0;'), '$'],
    ['bytes that are not UTF-8', Buffer.from([...Buffer.from(csvOf('102;fi;')), 0xff, 0x3b]), '$'],
  ] as const)('rejects a file with %s as invalid_csv', async ([_what, csv, path], { service }) => {
    await expect(put(service, csv)).toBeProblem(400, 'invalid_csv', [`${path} invalid_format`])
  })

  it('accepts a byte order mark, mixed line ends and quoted cells', async ({ service }) => {
    const reply = await put(service, `\uFEFF${header}\r\n"assistant-fi@example.org";"fi";"";""\n103;"en,fi";;\r\n`)
    expect(await reply.json()).toMatchObject({
      graders: [
        { userId: 102, languages: ['fi'] },
        { userId: 103, languages: ['en', 'fi'] },
      ],
    })
  })

  it('checks first the rows, then the revision, and then the course and its people', async ({ service }) => {
    const stale = { ifMatch: '"0"' }
    await expect(put(service, csvOf('102'), stale)).toBeProblem(400, 'invalid_csv', ['$.rows[0] invalid_format'])
    await expect(put(service, csvOf(';fi;;'), stale)).toBeProblem(400, 'validation_failed', [
      '$.rows[0].email required',
    ])
    await expect(put(service, csvOf('nobody@example.org;sv;;'), stale)).toBeProblem(412, 'revision_conflict')
    expect(service.upstream.journal.entries).toEqual([])
    await expect(put(service, csvOf('nobody@example.org;sv;;'))).toBeProblem(400, 'validation_failed', [
      '$.rows[0].languages invalid_value',
      '$.rows[0].email not_staff',
    ])
  })

  it.for([
    ['application/json', 415],
    ['text/plain', 415],
    ['text/csv; charset=latin1', 415],
    ['text/csv; charset=utf-8', 200],
  ] as const)('replies to a file of the type %s with %i', async ([type, status], { service }) => {
    await expect(put(service, csvOf(), { headers: { 'Content-Type': type } })).toBeReply(status)
  })

  it('accepts 200 rows and not one more', async ({ service }) => {
    for (let index = 0; index < 201; index += 1) {
      service.upstream.world.addUser({ id: 7000 + index, username: `p${index}` })
      service.upstream.world.setRole(11, 7000 + index, 'assistant')
    }
    const rows = Array.from({ length: 201 }, (_, index) => `p${index}@example.org;fi;;`)
    await expect(put(service, csvOf(...rows))).toBeProblem(400, 'validation_failed', ['$.rows too_long'])
    const reply = await put(service, csvOf(...rows.slice(1)))
    expect(((await reply.json()) as { graders: { userId: number }[] }).graders.map(({ userId }) => userId)).toEqual(
      Array.from({ length: 200 }, (_, index) => 7001 + index),
    )
    expect(service.upstream.journal.find({ operation: 'listUsers' }).length).toBe(4)
  })

  it('rejects a file with many invalid rows in at most 4 KiB', async ({ service }) => {
    const text = await (await put(service, csvOf(...Array.from({ length: 200 }, () => ';xx;nobody;nothing')))).text()
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096)
    const { fieldErrors } = JSON.parse(text) as { fieldErrors: { path: string; code: string }[] }
    expect(fieldErrors.at(-1)).toMatchObject({ path: '$', code: 'too_many_issues' })
  })

  it('writes nothing if the learning platform fails half-way', async ({ service }) => {
    service.upstream.faults.add({ path: '/api/v2/users/103', action: { kind: 'status', status: 500 } })
    await expect(put(service, csvOf('102;fi;;', '103;fi;;'))).toBeProblem(502, 'upstream_unavailable')
    expect(await settings(service)).toMatchObject({ revision: 1, graders: [{ userId: 102 }, { userId: 103 }] })
  })
})

const put = (service: TestService, csv: string | Uint8Array, request: FrontendRequest = {}, query = '') =>
  service.send('PUT', `/courses/11/graders${query}`, {
    ifMatch: '"1"',
    body: csv,
    ...request,
    headers: { 'Content-Type': 'text/csv', ...request.headers },
  })

const settings = async (service: TestService) =>
  (await (await service.get('/courses/11/settings')).json()) as CourseSettings
