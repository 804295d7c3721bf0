import { type AskAsGrader, patienceMs, registrationOf } from './canary-grading-exchange.ts'
import type { GradingCanaryWorld } from './canary-grading-world.ts'
import { end, type Ending } from './delivery/behaviour.ts'
import { accepted, answer, type Play } from './delivery/peer.ts'
import { type ServiceProcess, waitFor } from './service-process.ts'

/** What the learning platform does with one submission, by what it knows of it. */
interface Foreign {
  readonly submissionId: number
  /** Of the URL that is called: whoever is asked with it may say it again. */
  readonly token: string
}

type Words = (foreign: Foreign) => string

/** A grade that sets out, what is said to it on its way, and the step that shows how it ended. */
interface CanaryDelivery {
  readonly title: string
  readonly step: string
  readonly origin?: 'unreachable' | 'untrusted'
  readonly look?: Words
  readonly post?: Words
  readonly ending?: Ending
  /** Between the registration and the result. */
  readonly before?: (submissionId: number) => Promise<unknown>
}

/** Everything that a learning platform may say, with its own words and our secrets in it. */
function deliveriesOf({
  texts: { upstream: word },
  person,
  origins,
  callbackOf,
  reseal,
  query,
}: GradingCanaryWorld): readonly CanaryDelivery[] {
  const echo = ({ token }: Foreign): string => `${word} ${person.full_name} token=${token}`
  const quoted = (foreign: Foreign): string => JSON.stringify(echo(foreign))
  const detail =
    (change: object) =>
    ({ submissionId, token }: Foreign): string =>
      answer(
        '200 OK',
        JSON.stringify({
          id: submissionId,
          status: 'waiting',
          grade: 0,
          grading_time: null,
          grader: null,
          grading_data: null,
          feedback: `<p>${word}</p>`,
          submitters: [{ id: 201, ...person }],
          submission_data: [['field', `${word} ${person.student_id}`]],
          url: `https://${word}.test/?token=${token}`,
          ...change,
        }),
      )
  const graded = { status: 'ready', grade: 3, grading_time: '2026-11-01T10:00:00Z', feedback: `<p>${word}</p>` }
  const looks: readonly CanaryDelivery[] = [
    {
      title: 'a grade of a person',
      step: 'refused:graded_elsewhere',
      look: detail({
        ...graded,
        grader: { id: 101, ...person },
        grading_data: { delivery_id: word, note: person.email },
      }),
    },
    {
      title: 'a grade with a mark of somebody else',
      step: 'refused:graded_elsewhere',
      look: detail({ ...graded, grading_data: { delivery_id: `${word}.1`, feedback: person.full_name } }),
    },
    {
      title: 'a look that is refused',
      step: 'refused:verification_refused',
      look: (foreign) =>
        answer(`403 ${word}`, `{"detail":${quoted(foreign)}}`, [`WWW-Authenticate: Token ${foreign.token}`]),
    },
    {
      title: 'a look that is led away',
      step: 'refused:redirected',
      look: ({ token }) => answer(`302 ${word}`, '', [`Location: ${origins.elsewhere}/?token=${token}`]),
    },
    {
      title: 'a look at an error',
      step: 'returned:verification_failed',
      look: (foreign) => answer(`500 ${word}`, `<pre>${echo(foreign)}</pre>`),
    },
    {
      title: 'a look at a page',
      step: 'returned:verification_failed',
      look: (foreign) => answer('200 OK', `<html>${echo(foreign)}</html>`),
    },
    {
      title: 'a look at broken JSON',
      step: 'returned:verification_failed',
      look: (foreign) => answer('200 OK', `{"id":${foreign.submissionId},${quoted(foreign)}`),
    },
    {
      title: 'a look at a status that nobody knows',
      step: 'returned:verification_failed',
      look: detail({ status: word }),
    },
    {
      title: 'a look at a time that is none',
      step: 'returned:verification_failed',
      look: detail({ ...graded, grading_time: `${word} ${person.username}` }),
    },
    { title: 'a look at no HTTP', step: 'returned:verification_failed', look: (foreign) => `${echo(foreign)}\r\n\r\n` },
  ]
  const sends: readonly CanaryDelivery[] = [
    {
      title: 'a grade that is taken',
      step: 'delivered',
      post: (foreign) =>
        answer(`200 ${word}`, accepted.replace('[]', `[${quoted(foreign)}]`), [
          `Set-Cookie: session=${foreign.token}`,
          `X-${word}: ${word}`,
        ]),
    },
    {
      title: 'a grade that is taken with more words',
      step: 'delivered',
      post: (foreign) =>
        answer('200 OK', `{"success":true,"errors":[],"user":${JSON.stringify(person)},"echo":${quoted(foreign)}}`),
    },
    {
      title: 'a grade with errors',
      step: 'refused:invalid_grade',
      post: (foreign) =>
        answer('200 OK', `{"success":false,"errors":[${quoted(foreign)},${JSON.stringify(person.email)}]}`),
    },
    {
      title: 'a grade that is led away',
      step: 'refused:redirected',
      post: ({ token }) => answer(`307 ${word}`, '', [`Location: ${origins.elsewhere}/?token=${token}&${word}`]),
    },
    {
      title: 'a grade that is rejected',
      step: 'refused:rejected',
      post: (foreign) => answer(`400 ${word}`, `{"detail":${quoted(foreign)}}`),
    },
    {
      title: 'one grade too many',
      step: 'refused:rate_limited',
      post: ({ token }) => answer('429 Too Many Requests', word, [`Retry-After: ${token}`]),
    },
    {
      title: 'a failure inside',
      step: 'ambiguous:failed_inside',
      post: (foreign) =>
        answer(
          '200 OK',
          `{"success":false,"errors":["IntegrityError(${JSON.stringify(echo(foreign)).slice(1, -1)})"]}`,
        ),
    },
    {
      title: 'an error of the server',
      step: 'ambiguous:server_error',
      post: (foreign) => answer(`500 ${word}`, `<pre>${echo(foreign)}</pre>`, [`X-Debug: ${foreign.token}`]),
    },
    {
      title: 'a page',
      step: 'ambiguous:unclear_reply',
      post: (foreign) => answer('200 OK', `<html>${echo(foreign)}</html>`, [`Content-Language: ${word}`]),
    },
    {
      title: 'an answer without an end',
      step: 'ambiguous:reply_cut',
      ending: 'close',
      post: (foreign) => answer('200 OK', `{"success":true,"x":${quoted(foreign)}}`).slice(0, -4),
    },
    { title: 'no HTTP', step: 'ambiguous:malformed_reply', post: (foreign) => `${echo(foreign)}\r\n\r\n` },
    {
      title: 'a length that is none',
      step: 'ambiguous:malformed_reply',
      post: ({ token }) => `HTTP/1.1 200 ${word}\r\nContent-Length: ${token}\r\n\r\n${accepted}`,
    },
    {
      title: 'another protocol',
      step: 'ambiguous:malformed_reply',
      post: () => `HTTP/1.1 101 ${word}\r\nUpgrade: ${word}\r\nConnection: Upgrade\r\n\r\n`,
    },
    {
      title: 'too long an answer',
      step: 'ambiguous:reply_too_long',
      post: (foreign) => answer('200 OK', JSON.stringify({ success: true, more: echo(foreign).repeat(1500) })),
    },
    { title: 'a reset', step: 'ambiguous:closed', ending: 'reset', post: () => `HTTP/1.1 200 ${word}` },
  ]
  const unsent: readonly CanaryDelivery[] = [
    { title: 'a name that nobody has', step: 'returned:unreachable', origin: 'unreachable' },
    { title: 'a certificate that nobody vouches for', step: 'returned:tls_failed', origin: 'untrusted' },
    {
      title: 'a place that is not allowed any more',
      step: 'refused:not_allowed',
      before: (id) => reseal(id, callbackOf(id, origins.elsewhere)),
    },
    {
      title: 'a URL that is none',
      step: 'refused:not_allowed',
      before: (id) => reseal(id, `${callbackOf(id)} ${word}`),
    },
    { title: 'a key that is lost', step: 'returned:key_unknown', before: (id) => reseal(id, callbackOf(id), 'lost') },
    {
      title: 'a seal that is broken',
      step: 'refused:capability_gone',
      before: (id) => query(`UPDATE capability SET sealed_url = sealed_url || '\\x00' WHERE submission_id = $1`, [id]),
    },
  ]
  return [...looks, ...sends, ...unsent]
}

interface SetOut extends CanaryDelivery {
  readonly submissionId: number
  readonly token: string
}

/** Grades that end in every way; then those that may have arrived are looked up, and those that cannot be sent are given up. */
export async function deliverInEveryWay(ask: AskAsGrader, world: GradingCanaryWorld, first: number): Promise<void> {
  const { query, peers, ledger, complete } = world
  const setOut = new Map<number, SetOut>()
  /** Whose marks are shown. */
  const found = new Set<number>()
  const plain = plainVerification(world)
  const play =
    (words: (of: SetOut | undefined, foreign: Foreign) => string, endingOf: (of: SetOut | undefined) => Ending): Play =>
    async (exchange) => {
      await exchange.whole
      const { submissionId } = exchange
      const of = setOut.get(submissionId)
      exchange.socket.write(words(of, { submissionId, token: of?.token ?? '' }), 'utf8', () =>
        end(exchange, endingOf(of)),
      )
    }
  const markOf = (submissionId: number): string | undefined =>
    ledger.posts.findLast((post) => post.submissionId === submissionId)?.mark
  peers.good.play({
    look: play(
      (of, foreign) =>
        found.has(foreign.submissionId)
          ? plain(foreign, { delivery_id: markOf(foreign.submissionId), note: world.texts.upstream })
          : (of?.look ?? plain)(foreign),
      () => 'stay',
    ),
    post: play(
      (of, foreign) => (of?.post ?? (() => answer('200 OK', accepted)))(foreign),
      (of) => of?.ending ?? 'stay',
    ),
  })

  for (const [index, each] of deliveriesOf(world).entries()) {
    const submissionId = first + index
    const callbackUrl = world.callbackOf(submissionId, world.origins[each.origin ?? 'good'])
    await ask('registerCapability', [201], { body: registrationOf(world, submissionId, { callbackUrl }) })
    await each.before?.(submissionId)
    setOut.set(submissionId, { ...each, submissionId, token: callbackUrl.split('token=')[1] ?? '' })
    await complete(submissionId, 'held')
  }
  await query(
    `UPDATE delivery SET state = 'pending', not_before = clock_timestamp() WHERE state = 'held' AND submission_id = ANY ($1)`,
    [[...setOut.keys()]],
  )
  const until = async (
    what: string,
    wanted: (of: SetOut) => string | undefined,
    act?: () => Promise<unknown>,
  ): Promise<void> => {
    let left: string[] = []
    await waitFor(what, patienceMs, async () => {
      await act?.()
      const steps = await stepsOf(query, [...setOut.keys()])
      left = [...setOut.values()].flatMap((of) => {
        const step = wanted(of)
        return step === undefined || steps.get(of.submissionId)?.includes(step)
          ? []
          : [`${of.title}: ${steps.get(of.submissionId)?.join(' ')}`]
      })
      return left.length === 0 || undefined
    }).catch((error: unknown) => {
      throw new Error(`${what}:\n${left.join('\n')}`, { cause: error })
    })
  }
  await until('every grade to have ended as it should', ({ step }) => step)

  const ambiguous = [...setOut.values()]
    .filter(({ step }) => step.startsWith('ambiguous'))
    .map(({ submissionId }) => submissionId)
  for (const submissionId of ambiguous.slice(0, 3)) found.add(submissionId)
  await query(
    `UPDATE delivery SET next_verification_at = clock_timestamp() WHERE state = 'ambiguous' AND submission_id = ANY ($1)`,
    [ambiguous],
  )
  await until('every unclear grade to be looked up', ({ step, submissionId }) =>
    step.startsWith('ambiguous') ? (found.has(submissionId) ? 'read_back' : 'verified') : undefined,
  )
  await ask('deleteCapability', [409], { params: { submissionId: ambiguous.at(-1) ?? 0 } })
  await until(
    'what cannot be sent to be given up',
    ({ step }) => (/returned:(?!key_unknown)/.test(step) ? 'refused:never_sent' : undefined),
    () =>
      query(`
    UPDATE delivery SET failing_since = clock_timestamp() - interval '80 hours', not_before = clock_timestamp()
    WHERE state = 'pending' AND kind IN ('unreachable', 'tls_failed', 'verification_failed') AND failing_since > clock_timestamp() - interval '79 hours'`),
  )
}

const stepsOf = async (
  query: GradingCanaryWorld['query'],
  submissionIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> =>
  new Map(
    (
      await query<{ id: number; steps: string[] }>(
        `
    SELECT submission_id::int AS id, ARRAY(SELECT concat_ws(':', event, kind) FROM delivery_event WHERE delivery_id = delivery.id ORDER BY id) AS steps
    FROM delivery WHERE submission_id = ANY ($1)`,
        [submissionIds],
      )
    ).map(({ id, steps }) => [id, steps]),
  )

/** A submission with its people, graded by the send with that mark or not at all. */
const plainVerification =
  ({ texts, person }: GradingCanaryWorld) =>
  ({ submissionId }: Foreign, gradingData: object | null = null): string =>
    answer(
      '200 OK',
      JSON.stringify({
        id: submissionId,
        status: gradingData === null ? 'waiting' : 'ready',
        grade: gradingData === null ? 0 : 12,
        grading_time: gradingData === null ? null : '2026-11-01T10:00:00Z',
        grader: null,
        grading_data: gradingData,
        feedback: texts.upstream,
        submitters: [person],
      }),
    )

/** A process that is killed while its grade is on its way; answers once another one has found it. */
export async function loseWorker(
  ask: AskAsGrader,
  world: GradingCanaryWorld,
  {
    submissionId,
    process,
    next,
  }: {
    submissionId: number
    process: ServiceProcess
    next: () => Promise<ServiceProcess>
  },
): Promise<ServiceProcess> {
  const arrived = Promise.withResolvers<void>()
  world.peers.good.play({
    post: async ({ whole }) => {
      await whole
      arrived.resolve()
    },
  })
  await ask('registerCapability', [201], { body: registrationOf(world, submissionId) })
  const id = await world.complete(submissionId)
  await arrived.promise
  process.signal('SIGKILL')
  await process.exited
  await world.query("UPDATE delivery SET lease_until = clock_timestamp() WHERE id = $1 AND state = 'sending'", [id])
  const other = await next()
  await waitFor(
    'the lost grade to be found',
    patienceMs,
    async () =>
      (await world.query("SELECT FROM delivery WHERE id = $1 AND state = 'ambiguous'", [id])).length === 1 || undefined,
  )
  return other
}
