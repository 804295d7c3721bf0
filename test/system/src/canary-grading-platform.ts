import type { GradingCanaryWorld } from './canary-grading-world.ts'
import type { Ending } from './delivery/behaviour.ts'
import { accepted, answer } from './delivery/peer.ts'

/** What the learning platform does with one submission, by what it knows of it. */
export interface Foreign {
  readonly submissionId: number
  /** Of the URL that is called: whoever is asked with it may say it again. */
  readonly token: string
}

type Words = (foreign: Foreign) => string

/** A grade that sets out, what is said to it on its way, and the step that shows how it ended. */
export interface CanaryDelivery {
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
      // Without a grader nobody has graded by hand, so it is overwritten.
      title: 'a grade with a mark of somebody else',
      step: 'delivered',
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
