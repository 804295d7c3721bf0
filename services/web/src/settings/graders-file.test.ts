import { describe, expect, it } from 'vitest'
import { csvRows } from './csv-rows.ts'
import { openTeaching, settingsDocument } from './settings-forms.fixture.ts'
import { publicOrigin, type WebReply } from '../web.fixture.ts'

const { ask, boundary, writes, refuse, changedMeanwhile } = await openTeaching()
const path = '/courses/11/settings/graders/file'
const csv = 'email;languages;feedbackTags;gradingTags\n\n"new@example.org";"fi";"";""\n"103";"en";"";""\n'

const send = (fields: Record<string, string>): Promise<WebReply> =>
  ask(path, { signedIn: true, form: { person: '101', revision: '7', ...fields } })

/** As a browser sends a form with a file. */
function upload(content: string, press = 'check'): Promise<WebReply> {
  const part = (head: string, value: string) =>
    `--b0undary"\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
  const body = [
    part('name="person"', '101'),
    part('name="revision"', '7'),
    part('name="press"', press),
    part('name="csv"', ''),
    part('name="file"; filename="graders.csv"\r\nContent-Type: text/csv', content),
    '--b0undary"--\r\n',
  ]
    .join('')
    .replaceAll('b0undary"', 'b0undary')
  const headers = { Origin: publicOrigin, 'Content-Type': 'multipart/form-data; boundary=b0undary' }
  return ask(path, { method: 'POST', signedIn: true, headers, body })
}

const found = (...graders: object[]) =>
  boundary.replyWith('importGraders', { status: 200, body: { revision: 7, graders, dryRun: true } })

describe('a file of graders', () => {
  it('is checked first: who is added, changed and removed', async () => {
    found({ userId: 109, languages: ['fi'] }, { userId: 103, languages: ['en'] })
    const { status, text } = await upload(csv)
    expect(status).toBe(200)
    expect(writes('importGraders')).toMatchObject([
      { target: expect.stringContaining('dryRun=true'), ifMatch: '"7"', body: csv },
    ])
    expect(text).toMatch(
      /Added: 1.*new@example.org.*Changed: 1.*User 103.*English \(until now English, Finnish\).*Removed: 1.*Assi/,
    )
    expect(text).toMatch(/value="replace"[^>]*>Replace 2 graders/)
    expect(text).toContain(`\n${csv.replaceAll('"', '&quot;')}</textarea>`)
  })

  it('replaces the graders of the revision that was shown', async () => {
    expect((await send({ csv, press: 'replace' })).headers.location).toBe('/courses/11/settings/graders?saved')
    expect(writes('importGraders')).toMatchObject([
      { target: expect.not.stringContaining('dryRun'), ifMatch: '"7"', body: csv },
    ])
  })

  it('is not written over what somebody else wrote meanwhile, which is shown', async () => {
    changedMeanwhile({ graders: settingsDocument.graders.slice(1) })
    boundary.replyWith('importGraders', ({ ifMatch }) =>
      ifMatch === '"8"'
        ? { status: 200, body: { revision: 8, graders: [], dryRun: true } }
        : { status: 412, body: { code: 'revision_conflict', requestId: 'r-12345678' } },
    )
    const { status, text } = await send({ csv, press: 'replace' })
    expect(status).toBe(412)
    expect(text).toMatch(/Olli Opettaja saved this.*Removed: 1.*User 103.*name="revision" value="8"/)
  })

  it('is checked first where it is not the one that the button is about', async () => {
    found({ userId: 109, languages: ['fi'] })
    const checked = /name="checked" value="([^"]*)"/.exec((await upload(csv)).text)?.[1] ?? ''
    boundary.forgetCalls()
    const other = await send({ csv: `${csv}"104";"fi";"";""\n`, press: 'replace', checked })
    expect([other.status, writes('importGraders').map(({ target }) => target.includes('dryRun=true'))]).toEqual([
      200,
      [true],
    ])
    expect((await send({ csv, press: 'replace', checked })).status).toBe(303)
  })

  it('says each bad row by its number in a spreadsheet', async () => {
    refuse('importGraders', 400, {
      code: 'validation_failed',
      fieldErrors: [
        { path: '$.rows[0].email', code: 'not_staff', message: '' },
        { path: '$.rows[1].languages', code: 'required', message: '' },
        { path: '$.rows[1].gradingTags', code: 'invalid_value', message: '' },
      ],
    })
    const { status, text } = await upload(csv)
    expect(status).toBe(400)
    expect(text).toMatch(
      /Row 3, email: This person is no staff.*Row 4, languages: This cannot be empty.*Row 4, gradingTags: Something here is no tag/,
    )
  })

  it.each([
    ['$.header', 'The first line must be email;languages'],
    ['$.rows[1]', 'Row 4: The row has other than four cells'],
    ['$', 'This is no text file with semicolons'],
  ])('says what is wrong with the whole file: %s', async (at, sentence) => {
    refuse('importGraders', 400, {
      code: 'invalid_csv',
      fieldErrors: [{ path: at, code: 'invalid_format', message: '' }],
    })
    const { status, text } = await upload(csv)
    expect([status, text.includes(sentence)]).toEqual([400, true])
  })

  it('in another encoding is told so, and not sent', async () => {
    const { status, text } = await upload(`${csv}\uFFFD`)
    expect([status, text.includes('The file is not in UTF-8'), writes('importGraders')]).toEqual([400, true, []])
  })

  it('without a grader asks apart', async () => {
    refuse('importGraders', 400, {
      code: 'validation_failed',
      fieldErrors: [{ path: '$.rows', code: 'too_short', message: '' }],
    })
    const { text } = await send({ csv: 'email;languages;feedbackTags;gradingTags\n' })
    expect(text).toMatch(/value="empty"[^>]*>Take out all 2 graders/)
    boundary.forget()
    expect((await send({ csv: 'x', press: 'empty' })).status).toBe(303)
    expect(writes('importGraders')[0]?.target).toContain('allowEmpty=true')
  })

  it('that is larger than 2 MB is not read, and the page says why', async () => {
    const { status, text } = await upload('x'.repeat(2_000_001))
    expect([status, text.includes('larger than this page takes'), writes('importGraders')]).toEqual([413, true, []])
  })

  it('comes back as text where the session ended', async () => {
    boundary.replyWith('getSession', { status: 401, body: { code: 'invalid_session', requestId: 'r-12345678' } })
    const { status, text } = await upload(csv)
    expect(status).toBe(401)
    expect(text).toContain(`name="file" value="${csv.replaceAll('"', '&quot;')}"`)
  })

  it.each([
    ['no boundary', 'multipart/form-data', 400],
    ['another boundary', 'multipart/form-data; boundary=other', 400],
    ['many fields', 'multipart/form-data; boundary=b', 400],
    ['another type', 'text/plain', 415],
  ])('of %s is refused', async (what, type, status) => {
    const body = what === 'many fields' ? '--b\r\n'.repeat(100) : 'x'
    const headers = { Origin: publicOrigin, 'Content-Type': type }
    expect((await ask(path, { method: 'POST', signedIn: true, headers, body })).status).toBe(status)
  })
})

it('rows of a file are counted as a spreadsheet counts them', () => {
  const text = 'email;x\r\n\r\n"a@b ";1\r\n;;\r\n"two\nlines";"x;y"\r\n c ;2'
  expect(csvRows(text)).toEqual([
    { number: 3, first: 'a@b' },
    { number: 5, first: 'two\nlines' },
    { number: 6, first: 'c' },
  ])
})
