import type { GradingCanaryWorld } from './canary-grading-world.ts'
import type { Ending } from './delivery/behaviour.ts'
import { accepted, answer } from './delivery/peer.ts'

/** The bytes with which the learning platform replies to a request about one submission. */
export interface Foreign {
  readonly submissionId: number
  /** The token of the called URL. The platform may repeat it. */
  readonly token: string
}

type Words = (foreign: Foreign) => string

/** A delivery, the replies that it gets, and the step that must end it. */
export interface CanaryDelivery {
  readonly title: string
  readonly step: string
  readonly origin?: 'unreachable' | 'untrusted'
  readonly verification?: Words
  readonly post?: Words
  readonly ending?: Ending
  /** Runs between the registration and the result. */
  readonly before?: (submissionId: number) => Promise<unknown>
}

/** Every kind of reply that a learning platform may send, with its own texts and our secrets in it. */
export function deliveriesOf({
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
  const verifications: readonly CanaryDelivery[] = [
    {
      title: 'a grade of a person',
      step: 'refused:graded_elsewhere',
      verification: detail({
        ...graded,
        grader: { id: 101, ...person },
        grading_data: { delivery_id: word, note: person.email },
      }),
    },
    {
      // Without a grader nobody has graded by hand, so it is overwritten.
      title: 'a grade with a foreign mark',
      step: 'delivered',
      verification: detail({ ...graded, grading_data: { delivery_id: `${word}.1`, feedback: person.full_name } }),
    },
    {
      title: 'a verification that is refused',
      step: 'refused:verification_refused',
      verification: (foreign) =>
        answer(`403 ${word}`, `{"detail":${quoted(foreign)}}`, [`WWW-Authenticate: Token ${foreign.token}`]),
    },
    {
      title: 'a verification that is redirected',
      step: 'refused:redirected',
      verification: ({ token }) => answer(`302 ${word}`, '', [`Location: ${origins.elsewhere}/?token=${token}`]),
    },
    {
      title: 'a verification with an error',
      step: 'returned:verification_failed',
      verification: (foreign) => answer(`500 ${word}`, `<pre>${echo(foreign)}</pre>`),
    },
    {
      title: 'a verification with an HTML page',
      step: 'returned:verification_failed',
      verification: (foreign) => answer('200 OK', `<html>${echo(foreign)}</html>`),
    },
    {
      title: 'a verification with broken JSON',
      step: 'returned:verification_failed',
      verification: (foreign) => answer('200 OK', `{"id":${foreign.submissionId},${quoted(foreign)}`),
    },
    {
      title: 'a verification with an unknown status',
      step: 'returned:verification_failed',
      verification: detail({ status: word }),
    },
    {
      title: 'a verification with an invalid time',
      step: 'returned:verification_failed',
      verification: detail({ ...graded, grading_time: `${word} ${person.username}` }),
    },
    {
      title: 'a verification without HTTP',
      step: 'returned:verification_failed',
      verification: (foreign) => `${echo(foreign)}\r\n\r\n`,
    },
  ]
  const sends: readonly CanaryDelivery[] = [
    {
      title: 'a grade that is accepted',
      step: 'delivered',
      post: (foreign) =>
        answer(`200 ${word}`, accepted.replace('[]', `[${quoted(foreign)}]`), [
          `Set-Cookie: session=${foreign.token}`,
          `X-${word}: ${word}`,
        ]),
    },
    {
      title: 'a grade that is accepted with a longer reply',
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
      title: 'a grade that is redirected',
      step: 'refused:redirected',
      post: ({ token }) => answer(`307 ${word}`, '', [`Location: ${origins.elsewhere}/?token=${token}&${word}`]),
    },
    {
      title: 'a grade that is rejected',
      step: 'refused:rejected',
      post: (foreign) => answer(`400 ${word}`, `{"detail":${quoted(foreign)}}`),
    },
    {
      title: 'a grade that is rate-limited',
      step: 'refused:rate_limited',
      post: ({ token }) => answer('429 Too Many Requests', word, [`Retry-After: ${token}`]),
    },
    {
      title: 'a failure inside the platform',
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
      title: 'a truncated reply',
      step: 'ambiguous:reply_cut',
      ending: 'close',
      post: (foreign) => answer('200 OK', `{"success":true,"x":${quoted(foreign)}}`).slice(0, -4),
    },
    { title: 'no HTTP', step: 'ambiguous:malformed_reply', post: (foreign) => `${echo(foreign)}\r\n\r\n` },
    {
      title: 'a length that is not a number',
      step: 'ambiguous:malformed_reply',
      post: ({ token }) => `HTTP/1.1 200 ${word}\r\nContent-Length: ${token}\r\n\r\n${accepted}`,
    },
    {
      title: 'another protocol',
      step: 'ambiguous:malformed_reply',
      post: () => `HTTP/1.1 101 ${word}\r\nUpgrade: ${word}\r\nConnection: Upgrade\r\n\r\n`,
    },
    {
      title: 'a reply that is too long',
      step: 'ambiguous:reply_too_long',
      post: (foreign) => answer('200 OK', JSON.stringify({ success: true, more: echo(foreign).repeat(1500) })),
    },
    { title: 'a reset', step: 'ambiguous:closed', ending: 'reset', post: () => `HTTP/1.1 200 ${word}` },
  ]
  const unsent: readonly CanaryDelivery[] = [
    { title: 'a name that does not exist', step: 'returned:unreachable', origin: 'unreachable' },
    { title: 'a self-signed certificate', step: 'returned:tls_failed', origin: 'untrusted' },
    {
      title: 'an origin that is no longer allowed',
      step: 'refused:not_allowed',
      before: (id) => reseal(id, callbackOf(id, origins.elsewhere)),
    },
    {
      title: 'an invalid URL',
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
  return [...verifications, ...sends, ...unsent]
}
