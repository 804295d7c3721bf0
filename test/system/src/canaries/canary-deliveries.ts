import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { expect } from 'vitest'
import { named, type Traffic } from './canary-traffic.ts'
import type { CanaryWorld } from './canary-world.ts'
import { end, type Ending } from '../delivery/behaviour.ts'
import { accepted, answer, type Play } from '../delivery/peer.ts'
import { waitFor } from '../service-process.ts'

/** The text of a reply of the learning platform about one submission. It may repeat the token of the request. */
type Words = (submissionId: number, token: string) => string

/** A grade, the step that shows how its delivery ended, and the replies that it gets. */
interface CanaryDelivery {
  readonly step: string
  readonly verification?: Words
  readonly post?: Words
  readonly ending?: Ending
  readonly origin?: 'unreachable' | 'untrusted'
  /** Runs between the registration and the result. */
  readonly before?: (submissionId: number) => Promise<unknown>
}

const firstSubmission = 60_000
/** Long enough for a busy machine. */
const patienceMs = 300_000

/** Registers URLs to which no grade may be sent. Each is rejected, and no reply repeats the URL. */
async function refusedCallbacks({ callbackOf, origins, registrationOf }: CanaryWorld, traffic: Traffic): Promise<void> {
  const good = callbackOf(firstSubmission)
  const token = good.split('token=')[1] ?? ''
  for (const callbackUrl of [
    callbackOf(firstSubmission, origins.elsewhere),
    callbackOf(firstSubmission + 1),
    ` ${good}`,
    `${good}#${token}`,
    `${good}x`,
    `${good}&next=${encodeURIComponent(origins.elsewhere)}`,
    good.replace('//', `//${token}@`),
    good.replace('/grader', ''),
    good.replace('/submissions/', '/../submissions/'),
    good.replace('token=s', 'token=e'),
    `javascript:${token}`,
  ]) {
    const registration = JSON.parse(registrationOf(firstSubmission)) as object
    const body = JSON.stringify({ ...registration, callbackUrl })
    expect((await traffic.send(named('registerCapability'), { body })).status, callbackUrl).toBe(400)
  }
}

/**
 * Delivers grades that end in every way. Then those that may have arrived are verified, and those that cannot be sent are given
 * up.
 */
export async function deliverInEveryWay(world: CanaryWorld, traffic: Traffic): Promise<void> {
  await refusedCallbacks(world, traffic)
  const { query, peers, ledger, upstream } = world
  const { username, email, studentId } = upstream.world.user(201)
  const word = world.plant('foreign', 'what is said to a grade')
  const person = { username, full_name: world.plant('foreign', 'a full name'), email, student_id: studentId }
  const setOut = new Map<number, CanaryDelivery & { token: string }>()
  /** The submissions whose marks the platform shows. */
  const found = new Set<number>()
  const detail =
    (change: object): Words =>
    (id, token) =>
      answer(
        '200 OK',
        JSON.stringify({
          id,
          status: 'waiting',
          grade: 0,
          grading_time: null,
          grader: null,
          grading_data: null,
          feedback: `<p>${word}</p>`,
          submitters: [{ id: 201, ...person }],
          url: `https://${word}/?token=${token}`,
          ...change,
        }),
      )
  const play =
    (of: 'verification' | 'post', otherwise: Words): Play =>
    async (exchange) => {
      await exchange.whole
      const { submissionId } = exchange
      const delivery = setOut.get(submissionId)
      const words = (of === 'verification' && found.has(submissionId) ? undefined : delivery?.[of]) ?? otherwise
      exchange.socket.write(words(submissionId, delivery?.token ?? ''), 'utf8', () =>
        end(exchange, (of === 'post' && delivery?.ending) || 'stay'),
      )
    }
  const plain: Words = (id, token) => {
    const mark = found.has(id) ? ledger.posts.findLast(({ submissionId }) => submissionId === id)?.mark : undefined
    const graded = { status: 'ready', grade: 12, grading_time: '2026-11-01T10:00:00Z' }
    return detail(mark === undefined ? {} : { ...graded, grading_data: { delivery_id: mark, note: word } })(id, token)
  }
  peers.good.play({ verification: play('verification', plain), post: play('post', () => answer('200 OK', accepted)) })

  const deliveries = deliveriesOf(world, { word, person, detail })
  for (const [index, delivery] of deliveries.entries()) {
    const id = firstSubmission + index
    const body = world.registrationOf(id, world.origins[delivery.origin ?? 'good'])
    expect((await traffic.send(named('registerCapability'), { body })).status).toBe(201)
    await delivery.before?.(id)
    setOut.set(id, { ...delivery, token: /token=([\w.]+)/.exec(body)?.[1] ?? '' })
    await world.complete(id, 'held')
  }
  const ids = [...setOut.keys()]
  await query(
    `UPDATE delivery SET state = 'pending', not_before = clock_timestamp() WHERE state = 'held' AND submission_id = ANY ($1)`,
    [ids],
  )
  const until = async (
    what: string,
    wanted: (id: number, step: string) => string | undefined,
    act?: () => Promise<unknown>,
  ): Promise<void> => {
    let left: string[] = []
    await waitFor(
      what,
      async () => {
        await act?.()
        const rows = await query<{ id: number; steps: string[] }>(
          `SELECT submission_id::int AS id, ARRAY(SELECT concat_ws(':', event, kind) FROM delivery_event WHERE delivery_id = delivery.id ORDER BY id) AS steps
        FROM delivery WHERE submission_id = ANY ($1)`,
          [ids],
        )
        left = rows.flatMap(({ id, steps }) => {
          const step = wanted(id, setOut.get(id)?.step ?? '')
          return step === undefined || steps.includes(step) ? [] : [`${id} ${setOut.get(id)?.step}: ${steps.join(' ')}`]
        })
        return left.length === 0
      },
      patienceMs,
    ).catch((error: unknown) => {
      throw new Error(`${what}:\n${left.join('\n')}`, { cause: error })
    })
  }
  await until('every grade to have ended as it should', (_id, step) => step)

  const ambiguous = ids.filter((id) => setOut.get(id)?.step.startsWith('ambiguous'))
  for (const id of ambiguous.slice(0, 3)) found.add(id)
  await query(
    `UPDATE delivery SET next_verification_at = clock_timestamp() WHERE state = 'ambiguous' AND submission_id = ANY ($1)`,
    [ambiguous],
  )
  await until('every unclear grade to be looked up', (id, step) =>
    step.startsWith('ambiguous') ? (found.has(id) ? 'read_back' : 'verified') : undefined,
  )
  await until(
    'what cannot be sent to be given up',
    (_id, step) => (/returned:(?!key_unknown)/.test(step) ? 'refused:never_sent' : undefined),
    () =>
      query(`UPDATE delivery SET failing_since = clock_timestamp() - interval '80 hours', not_before = clock_timestamp()
        WHERE state = 'pending' AND kind IN ('unreachable', 'tls_failed', 'verification_failed') AND failing_since > clock_timestamp() - interval '79 hours'`),
  )
  // A grade that surely did not arrive may be sent again at once.
  const rejected = ids.find((id) => setOut.get(id)?.step === 'refused:rejected')
  const [row] = await query<{ id: string }>('SELECT id FROM delivery WHERE submission_id = $1', [rejected])
  world.standFor(frontendInternal.operations.getDelivery.example.params.id, row?.id ?? '')
}

/** Every kind of reply of a learning platform, with its own texts and our secrets in it. */
function deliveriesOf(
  { origins, callbackOf, reseal, query }: CanaryWorld,
  { word, person, detail }: { word: string; person: { full_name: string }; detail: (change: object) => Words },
): readonly CanaryDelivery[] {
  const echo = (token: string): string => `${word} ${person.full_name} token=${token}`
  const quoted = (token: string): string => JSON.stringify(echo(token))
  const graded = { status: 'ready', grade: 3, grading_time: '2026-11-01T10:00:00Z' }
  const failed = 'returned:verification_failed'
  const away =
    (status: string): Words =>
    (_id, token) =>
      answer(`${status} ${word}`, '', [`Location: ${origins.elsewhere}/?token=${token}`])
  const page: Words = (_id, token) => answer('200 OK', `<html>${echo(token)}</html>`, [`Content-Language: ${word}`])
  const error: Words = (_id, token) => answer(`500 ${word}`, `<pre>${echo(token)}</pre>`, [`X-Debug: ${token}`])
  const noHttp: Words = (_id, token) => `${echo(token)}\r\n\r\n`
  const refusal =
    (status: number): Words =>
    (_id, token) =>
      answer(`${status} ${word}`, `{"detail":${quoted(token)}}`, [`WWW-Authenticate: Token ${token}`])
  const says =
    (body: (token: string) => string): Words =>
    (_id, token) =>
      answer(`200 ${word}`, body(token), [`Set-Cookie: session=${token}`, `X-${word}: ${word}`])
  return [
    {
      step: 'refused:graded_elsewhere',
      verification: detail({
        ...graded,
        grader: { id: 101, ...person },
        grading_data: { delivery_id: word, ...person },
      }),
    },
    // A grade without a grader was not given by hand, so it is overwritten.
    { step: 'delivered', verification: detail({ ...graded, grading_data: { delivery_id: `${word}.1`, ...person } }) },
    { step: 'refused:verification_refused', verification: refusal(403) },
    { step: 'refused:redirected', verification: away('302') },
    { step: failed, verification: error },
    { step: failed, verification: page },
    { step: failed, verification: says((token) => `{"id":1,${quoted(token)}`) },
    { step: failed, verification: detail({ status: word }) },
    { step: failed, verification: detail({ ...graded, grading_time: `${word} ${person.full_name}` }) },
    { step: failed, verification: noHttp },
    { step: 'delivered', post: says((token) => accepted.replace('[]', `[${quoted(token)}]`)) },
    {
      step: 'delivered',
      post: says((token) => `{"success":true,"errors":[],"user":${JSON.stringify(person)},"echo":${quoted(token)}}`),
    },
    { step: 'refused:invalid_grade', post: says((token) => `{"success":false,"errors":[${quoted(token)}]}`) },
    { step: 'refused:redirected', post: away('307') },
    { step: 'refused:rejected', post: refusal(400) },
    { step: 'refused:rate_limited', post: (_id, token) => answer('429 X', word, [`Retry-After: ${token}`]) },
    {
      step: 'ambiguous:failed_inside',
      post: says((token) => `{"success":false,"errors":["IntegrityError(${quoted(token).slice(1, -1)})"]}`),
    },
    { step: 'ambiguous:server_error', post: error },
    { step: 'ambiguous:unclear_reply', post: page },
    {
      step: 'ambiguous:reply_cut',
      ending: 'close',
      post: (id, token) => says(() => `{"success":true,"x":${quoted(token)}}`)(id, token).slice(0, -4),
    },
    { step: 'ambiguous:malformed_reply', post: noHttp },
    {
      step: 'ambiguous:malformed_reply',
      post: (_id, token) => `HTTP/1.1 200 ${word}\r\nContent-Length: ${token}\r\n\r\n${accepted}`,
    },
    { step: 'ambiguous:reply_too_long', post: says((token) => JSON.stringify({ more: echo(token).repeat(1500) })) },
    { step: 'ambiguous:closed', ending: 'reset', post: () => `HTTP/1.1 200 ${word}` },
    { step: 'returned:unreachable', origin: 'unreachable' },
    { step: 'returned:tls_failed', origin: 'untrusted' },
    { step: 'refused:not_allowed', before: (id) => reseal(id, callbackOf(id, origins.elsewhere)) },
    { step: 'refused:not_allowed', before: (id) => reseal(id, `${callbackOf(id)} ${word}`) },
    { step: 'returned:key_unknown', before: (id) => reseal(id, callbackOf(id), 'lost') },
    {
      step: 'refused:capability_gone',
      before: (id) => query(`UPDATE capability SET sealed_url = sealed_url || '\\x00' WHERE submission_id = $1`, [id]),
    },
  ]
}

/** Delivers a grade whose outcome the database rejects at first. */
export async function loseRecord(world: CanaryWorld, traffic: Traffic): Promise<void> {
  const id = firstSubmission + 100
  world.peers.good.play({})
  await traffic.send(named('registerCapability'), { body: world.registrationOf(id) })
  await world.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.outcome IS NOT NULL THEN RAISE EXCEPTION 'refused %', NEW USING DETAIL = NEW::text; END IF; RETURN NEW; END $$;
    CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON delivery_send FOR EACH ROW EXECUTE FUNCTION refuse()`)
  const deliveryId = await world.complete(id)
  await world.processes.development['manual-grading'].untilLogged({ message: 'not recorded yet', deliveryId })
  await world.query('DROP FUNCTION refuse CASCADE')
  await waitFor(
    'the delivery to arrive',
    async () => {
      const rows = await world.query(`SELECT FROM delivery WHERE id = $1 AND state = 'delivered'`, [deliveryId])
      return rows.length === 1
    },
    patienceMs,
  )
}
