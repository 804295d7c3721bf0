import { describe, expect, it } from 'vitest'
import { openTeaching, settingsDocument, writableSettings } from './settings-forms.fixture.ts'
import type { WebReply } from '../web.fixture.ts'

const { ask, boundary, signIn, writes, refuse, changedMeanwhile } = await openTeaching()
const path = '/courses/11/settings/graders'
const [first, second] = settingsDocument.graders as [
  (typeof settingsDocument.graders)[0],
  (typeof settingsDocument.graders)[0],
]

const send = (graders: object[], ...fields: [string, string][]): Promise<WebReply> =>
  ask(path, {
    signedIn: true,
    form: [['person', '101'], ['revision', '7'], ['graders', JSON.stringify(graders)], ...fields],
  })
const add = (...fields: [string, string][]) =>
  send([first], ['open', ''], ['languages', 'fi'], ['gradingTags', 'none'], ...fields)
const gradersIn = ({ text }: WebReply): unknown =>
  JSON.parse((/name="graders" value="([^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&quot;', '"'))

describe('graders', () => {
  it('are a line each, with how much they may grade, for teachers alone', async () => {
    const { text } = await ask(path, { signedIn: true })
    expect(text).toMatch(/<b>Assi Suomenkielinen<\/b>.*Finnish · work of group-a.*may grade 12 of 21/)
    signIn('grader')
    expect((await ask(path, { signedIn: true })).status).toBe(404)
  })

  it('open one at a time, with the focus in its fields, and are kept as typed by each button', async () => {
    const opened = await send([first, second], ['press', 'change:103'])
    expect([opened.status, writes()]).toEqual([200, []])
    expect(opened.text).toMatch(/<fieldset[^>]*id="languages-r7"[^>]* autofocus/)
    const typed: [string, string][] = [
      ['open', '103'],
      ['languages', 'en'],
      ['gradingTags', 'some'],
      ['gradingTags/tag', 'group-a'],
      ['feedbackTags', 'none'],
    ]
    const other = await send([first, second], ...typed, ['press', 'change:102'])
    expect(gradersIn(other)).toEqual([
      first,
      { userId: 103, languages: ['en'], gradingTags: ['group-a'], feedbackTags: [] },
    ])
  })

  it('are removed with the focus on the next one', async () => {
    const reply = await send([first, second], ['press', 'remove:102'])
    expect(gradersIn(reply)).toEqual([second])
    expect(reply.text).toMatch(/value="remove:103"[^>]* autofocus/)
  })

  it.each<[string, [string, string][], number]>([
    ['one of the staff', [['staff', '101']], 101],
    ['a user number', [['person-typed', ' 105 ']], 105],
  ])('are added by %s', async (_what, fields, userId) => {
    expect((await add(...fields)).headers.location).toBe(`${path}?saved`)
    const graders = [first, { userId, languages: ['fi'], gradingTags: [] }]
    expect(writes()).toMatchObject([{ ifMatch: '"7"', body: { ...writableSettings, graders } }])
  })

  it('are asked of A+ by their address, which writes nothing', async () => {
    boundary.replyWith('importGraders', {
      status: 200,
      body: { revision: 7, graders: [{ userId: 109, languages: ['fi'] }], dryRun: true },
    })
    expect((await add(['person-typed', 'new@example.org'])).status).toBe(303)
    expect(writes('importGraders')).toMatchObject([
      {
        target: expect.stringContaining('dryRun=true'),
        body: 'email;languages;feedbackTags;gradingTags\n"new@example.org";"fi";"";""\n',
      },
    ])
    expect(writes()[0]?.body).toMatchObject({
      graders: [{ userId: 102 }, { userId: 109, languages: ['fi'], gradingTags: [] }],
    })
  })

  it('are asked of A+ by their address also where somebody else wrote meanwhile', async () => {
    changedMeanwhile({ name: 'Another name' })
    boundary.replyWith('importGraders', ({ ifMatch }) =>
      ifMatch === '"8"'
        ? { status: 200, body: { revision: 8, graders: [{ userId: 109, languages: ['fi'] }], dryRun: true } }
        : { status: 412, body: { code: 'revision_conflict', requestId: 'r-12345678' } },
    )
    expect((await add(['person-typed', 'new@example.org'])).status).toBe(303)
    expect(writes().at(-1)?.body).toMatchObject({ name: 'Another name', graders: [{ userId: 102 }, { userId: 109 }] })
  })

  it.each<[string, string, object[] | null, string]>([
    ['no person', 'Assi', null, 'Type a user number or an e-mail address'],
    ['somebody listed', '102', null, 'This stands here more than once already'],
    [
      'an address of nobody',
      'no@example.org',
      [{ path: '$.rows[0].email', code: 'not_staff', message: '' }],
      'Nobody on the staff',
    ],
    [
      'an address of several',
      'two@example.org',
      [{ path: '$.rows[0].email', code: 'invalid_value', message: '' }],
      'Several people have this address',
    ],
  ])(
    'are refused under the field where it names %s, and stay as typed',
    async (_what, person, fieldErrors, sentence) => {
      if (fieldErrors) refuse('importGraders', 400, { code: 'validation_failed', fieldErrors })
      const { status, text } = await add(['person-typed', person])
      expect([status, writes()]).toEqual([400, []])
      expect(text).toMatch(new RegExp(`value="${person}"[^>]*aria-invalid="true"`))
      expect(text).toMatch(new RegExp(`id="person-typed-r7-fault"[^>]*>${sentence}`))
    },
  )

  it('say who is no staff now, at the line', async () => {
    refuse('putCourseSettings', 400, {
      code: 'validation_failed',
      fieldErrors: [{ path: '$.graders[1].userId', code: 'not_staff', message: '' }],
    })
    const { status, text } = await send([first, second])
    expect(status).toBe(400)
    expect(text).toContain('<a href="#grader/103-r7">')
    expect(text).toMatch(/id="grader\/103-r7-fault"[^>]*>This person is no staff/)
  })

  it('open the line whose field is refused', async () => {
    refuse('putCourseSettings', 400, {
      code: 'validation_failed',
      fieldErrors: [{ path: '$.graders[1].languages', code: 'too_short', message: '' }],
    })
    const { text } = await send([first, { userId: 103, languages: [] }])
    expect(text).toMatch(/name="open" value="103".*id="languages-r7-fault"/)
  })

  it('are both written where two people changed different ones', async () => {
    changedMeanwhile({ graders: [first, { ...second, feedbackTags: [] }], name: 'Another' })
    expect((await send([{ ...first, languages: ['en'] }, second])).status).toBe(303)
    expect(writes().at(-1)?.body).toMatchObject({
      name: 'Another',
      graders: [
        { userId: 102, languages: ['en'] },
        { userId: 103, feedbackTags: [] },
      ],
    })
  })

  it('show who else changed the same one, and take it by a button', async () => {
    changedMeanwhile({ graders: [{ ...first, languages: ['en'] }, second] })
    const { status, text } = await send([second])
    expect(status).toBe(412)
    expect(text).toMatch(/Olli Opettaja saved this while you were writing/)
    expect(text).toMatch(/is none of the graders.*Now: English · work of group-a.*value="use:grader\/102"/)
    const form: [string, string][] = [
      ['person', '101'],
      ['revision', '8'],
      ['graders', JSON.stringify([second])],
      ['stale', 'grader/102'],
      ['stale', 'grader/103'],
    ]
    const used = await ask(path, { signedIn: true, form: [...form, ['press', 'use:grader/102']] })
    expect(used.text.match(/name="stale" value="[^"]*"/g)).toEqual(['name="stale" value="grader/103"'])
    expect(gradersIn(used)).toEqual([second, { ...first, languages: ['en'] }])
    expect((await ask(path, { signedIn: true, form })).status).toBe(303)
    expect(writes().at(-1)).toMatchObject({ ifMatch: '"8"', body: { graders: [second] } })
  })
})
