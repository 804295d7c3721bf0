import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { Delivery } from '@course-grading/contracts/delivery/delivery'
import { alertedEnds } from '@course-grading/domain/delivery/classify-send'
import { beforeEach, describe, expect, it } from 'vitest'
import { en } from '../texts/en.ts'
import { openTestWeb } from '../web.fixture.ts'
import { factsOf } from './choices-of.ts'

const { ask, boundary } = await openTestWeb()
const { operations } = frontendInternal
const session = operations.getSession.replies[200].example
const ambiguous = operations.getDelivery.replies[200].example
const settling = { ...ambiguous, decideFrom: '2100-01-01T00:00:00.000Z' }
const elsewhere = refusedAs('graded_elsewhere', { seenUpstream: seen(12) })
const list = '/courses/11/deliveries'

beforeEach(() => {
  boundary.forget()
  having('teacher')
})

describe('a delivery', () => {
  const buttons: [what: string, delivery: Delivery, buttons: string[]][] = [
    ['graded elsewhere', elsewhere, ["send_again: Send ours: replaces A+'s 12", "cancelled: Keep A+'s", 'Grade again']],
    ['refused', refusedAs('rejected'), ['send_again: Send again', 'cancelled: Do not send', 'Grade again']],
    [
      'refused, and not to be sent',
      refusedAs('capability_gone', { deliverable: false }),
      ['cancelled: Do not send', 'Grade again'],
    ],
    ['ambiguous', ambiguous, ['delivered: It arrived', 'send_again: Send again', 'cancelled: Do not send']],
    ['ambiguous, and still settling', settling, ['delivered: It arrived']],
    ...(['held', 'pending', 'sending', 'delivered', 'cancelled'] as const).map(
      (state): [string, Delivery, string[]] => [state, { ...ambiguous, state, decideFrom: null }, []],
    ),
  ]

  it.each(buttons)(
    'has the buttons of its state alone, and each does what it says: %s',
    async (_what, delivery, names) => {
      being(delivery)
      const { text } = await ask(pathOf(delivery), { signedIn: true })
      expect(buttonsIn(text)).toEqual(names)
      for (const [as] of names.slice(0, delivery.state === 'refused' ? -1 : undefined).map((name) => name.split(':'))) {
        boundary.forgetCalls()
        const { status, headers } = await decide(delivery, { as: String(as) })
        expect([status, headers.location]).toEqual([303, `${pathOf(delivery)}?done=${as}`])
        expect(resolved()).toEqual([[delivery.id, { as, reason: 'Looked.' }]])
      }
    },
  )

  it.each(['send_again', 'cancelled', 'delivered'].map((as) => [as]))(
    'is decided about as it was shown, and by a button that it has: %s',
    async (as) => {
      being({ ...elsewhere, seenUpstream: seen(15) })
      const { status, text } = await decide(elsewhere, { as })
      expect([status, resolved()]).toEqual([409, []])
      for (const part of [en.deliveries.changedMeanwhile, 'value="Looked."', "replaces A+'s 15"])
        expect(text).toContain(part)
      being(elsewhere)
      expect((await decide(elsewhere, { as })).status).toBe(as === 'delivered' ? 409 : 303)
    },
  )

  it('that another teacher decides about at the same time is shown as it is then, with who decided', async () => {
    const by = { userId: 104, fullName: 'Olli Opettaja', alias: false }
    const decisions = [{ as: 'cancelled' as const, by, at: '2026-11-02T10:00:00.000Z', reason: 'Kept.' }]
    boundary.replyWith('getDelivery', () => ({
      status: 200,
      body: resolved().length === 0 ? elsewhere : { ...elsewhere, state: 'cancelled', decisions },
    }))
    boundary.replyWith('resolveDelivery', refusal(409, 'not_in_state'))
    const { status, text } = await decide(elsewhere, { as: 'send_again' })
    expect(status).toBe(409)
    for (const part of [en.deliveries.changedMeanwhile, 'Olli Opettaja: Do not send', '<q>Kept.</q>'])
      expect(text).toContain(part)
    expect(buttonsIn(text)).toEqual([])
  })

  it('is not decided about without a reason, which is asked for under its field', async () => {
    being(ambiguous)
    boundary.replyWith('resolveDelivery', refusal(400, 'validation_failed'))
    const { status, text } = await decide(ambiguous, { as: 'delivered', reason: ' ' })
    expect(status).toBe(400)
    expect(text).toMatch(
      /aria-invalid="true" aria-describedby="([^"]+)" autofocus[^>]*><p id="\1" class="error small">Say why/,
    )
  })

  it.each([
    ['the session has ended', 'getSession', 401, 'session_ended'],
    ['the service is away', 'resolveDelivery', 503, 'overloaded'],
  ] as const)(
    'whose decision cannot be taken, since %s, gives back what was typed',
    async (_why, call, status, code) => {
      being(ambiguous)
      boundary.replyWith(call, refusal(status, code))
      const reply = await decide(ambiguous, { as: 'delivered' })
      expect(reply.status).toBe(status)
      for (const field of ['name="reason" value="Looked."', 'name="as" value="delivered"'])
        expect(reply.text).toContain(`<input type="hidden" ${field}`)
    },
  )

  it('says in words why each send was refused', () => {
    const refusals = alertedEnds.filter(({ outcome }) => outcome === 'refused').map(({ kind }) => kind)
    expect(refusals.filter((kind) => !Object.hasOwn(en.deliveries.kinds, kind))).toEqual(['rejected'])
  })

  it('leads back to the list from which it was decided about', async () => {
    being(ambiguous)
    const { headers } = await decide(ambiguous, { as: 'delivered', to: `${list}?state=ambiguous` })
    expect(headers.location).toBe(`${list}?state=ambiguous&done=delivered`)
  })
})

describe('the deliveries of a course', () => {
  it('have a box each where several can be decided about at once, but where a grade would be replaced', async () => {
    listing([elsewhere, refusedAs('rejected', { id: idOf(2) })], [{ ...ambiguous, id: idOf(3) }])
    const { text } = await ask(list, { signedIn: true })
    expect([...text.matchAll(/name="delivery" value="(\S+)/g)].map(([, id]) => id)).toEqual([idOf(2), idOf(3)])
    expect(buttonsIn(text.slice(text.indexOf('id="several"')))).toEqual([
      'delivered: It arrived',
      'send_again: Send again',
      'cancelled: Do not send',
    ])
  })

  it('are decided about by one call each, and those of which it could not be decided are named', async () => {
    const [first, second] = [2, 3].map((number) => refusedAs('rejected', { id: idOf(number) }))
    being(...[first, second].flatMap((each) => each ?? []), elsewhere)
    boundary.replyWith('resolveDelivery', ({ target }) =>
      target.includes(idOf(3)) ? refusal(409, 'not_in_state') : { status: 200, body: first },
    )
    listing([], [])
    const { status, text } = await decideSeveral([first, second, elsewhere], 'cancelled')
    expect(status).toBe(409)
    expect(resolved()).toEqual([2, 3].map((number) => [idOf(number), { as: 'cancelled', reason: 'Looked.' }]))
    const [, failed = ''] = /role="alert"><p>Nothing was done about these[^<]*<\/p><ul>(.*?)<\/ul>/.exec(text) ?? []
    expect([...failed.matchAll(/href="\/deliveries\/([^"]+)"/g)].map(([, id]) => id)).toEqual([idOf(3), elsewhere.id])
    expect(text).toContain('One was decided.')
  })

  it.each([
    [[], 'Looked.', en.deliveries.several.none],
    [[2, 3], '', en.deliveries.reason],
  ])('keep what was ticked and typed where something is missing: %j, %j', async (numbers, reason, fault) => {
    const some = [2, 3].map((number) => refusedAs('rejected', { id: idOf(number) }))
    being(...some)
    listing(some, [])
    boundary.replyWith('resolveDelivery', refusal(400, 'validation_failed'))
    const ticked = some.filter((_each, place) => numbers.includes((place + 2) as never))
    const { status, text } = await decideSeveral(ticked, 'send_again', reason)
    expect([status, text.includes(fault)]).toEqual([400, true])
    expect([...text.matchAll(/form="several" checked/g)]).toHaveLength(ticked.length)
  })

  it('lead back to their list, which says how many were decided', async () => {
    const some = [2, 3].map((number) => refusedAs('rejected', { id: idOf(number) }))
    being(...some)
    const { headers } = await decideSeveral(some, 'send_again')
    expect(headers.location).toBe(`${list}?state=refused&done=2`)
    expect((await ask(headers.location ?? '', { signedIn: true })).text).toContain('2 were decided.')
  })

  it.each(['assistant', 'grader', 'student'] as const)('are no page of a %s, nor is one of them', async (role) => {
    having(role)
    const forms = [{ form: { person: '101', as: 'cancelled' }, signedIn: true }, { signedIn: true }]
    const replies = await Promise.all(
      [list, pathOf(ambiguous)].flatMap((path) => forms.map((asked) => ask(path, asked))),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(4).fill(404))
    expect(resolved()).toEqual([])
  })
})

const pathOf = ({ id }: Pick<Delivery, 'id'>): string => `/deliveries/${id}`
const idOf = (number: number): string => `${ambiguous.id.slice(0, -1)}${number}`

function seen(grade: number): Delivery['seenUpstream'] {
  return { at: '2026-11-02T09:02:00.000Z', grade, gradingTime: null, grader: null }
}

function refusedAs(kind: string, members: Partial<Delivery> = {}): Delivery {
  const sends = [{ number: 1, startedAt: null, outcome: 'refused', kind, status: null }]
  return { ...ambiguous, state: 'refused', decideFrom: null, sends, ...members }
}

const refusal = (status: number, code: string) => ({ status, body: { code, requestId: 'r-12345678', fieldErrors: [] } })

function being(...deliveries: Delivery[]): void {
  boundary.replyWith('getDelivery', ({ target }) => ({
    status: 200,
    body: deliveries.find(({ id }) => target.endsWith(id)),
  }))
}

function listing(refused: readonly Delivery[], doubtful: readonly Delivery[]): void {
  boundary.replyWith('listDeliveries', ({ target }) => {
    const items = target.includes('state=refused') ? refused : target.includes('state=ambiguous') ? doubtful : []
    return { status: 200, body: { items, nextCursor: null } }
  })
}

const decide = (delivery: Delivery, fields: { as: string; reason?: string; to?: string }) =>
  ask(pathOf(delivery), {
    form: { person: '101', facts: factsOf(delivery), reason: 'Looked.', ...fields },
    signedIn: true,
  })

const decideSeveral = (ticked: readonly (Delivery | undefined)[], as: string, reason = 'Looked.') =>
  ask(`${list}?state=refused`, {
    form: [
      ...Object.entries({ person: '101', as, reason }),
      ...ticked.flatMap((each): [string, string][] => (each ? [['delivery', `${each.id} ${factsOf(each)}`]] : [])),
    ],
    signedIn: true,
  })

/** The decisions that were sent to the boundary. */
const resolved = () =>
  boundary.calls.flatMap(({ operation, target, body }) =>
    operation === 'resolveDelivery' ? [[target.split('/').at(-2), body]] : [],
  )

/** What can be pressed, with what it sends. */
const buttonsIn = (html: string): string[] =>
  [
    ...html.matchAll(/<button name="as" value="(\w+)"[^>]*>([^<]*)<|<a class="button" href="\/grade[^>]*>([^<]*)</g),
  ].map(([, as, button, link]) => (as === undefined ? String(link) : `${as}: ${button}`))

function having(role: 'teacher' | 'assistant' | 'grader' | 'student'): void {
  const courses = [{ ...session.courses[0], courseId: 11, configured: true, roles: [role] }]
  const preferences = { ...session.preferences, locale: 'en' }
  boundary.replyWith('getSession', { status: 200, body: { ...session, courses, preferences, preferencesRevision: 1 } })
}
