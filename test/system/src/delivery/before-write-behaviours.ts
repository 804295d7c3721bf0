import { behaviour, type Behaviour, delivered, ok, refused, returned, shows, unsent } from './behaviour.ts'
import { answer, ungraded } from './peer.ts'

const detail =
  (change: object) =>
  (submissionId: number): string =>
    answer('200 OK', ungraded(submissionId, change))
const other = '0190a000-0000-7000-8000-000000000000.1'

const verificationCases: readonly Behaviour[] = [
  behaviour(
    'shows an automatic grade',
    delivered,
    shows(detail({ status: 'ready', grade: 3, grading_time: '2026-11-01T10:00:00Z' })),
  ),
  behaviour(
    "shows a person's grade",
    refused('graded_elsewhere'),
    shows(detail({ status: 'ready', grade: 3, grading_time: '2026-11-01T10:00:00Z', grader: { id: 101 } })),
  ),
  behaviour(
    "shows a person's grade of a submission that was submitted again",
    refused('graded_elsewhere'),
    shows(detail({ grade: 3, grading_time: '2026-11-01T10:00:00Z', grader: { id: 101 } })),
  ),
  behaviour(
    'shows an automatic grade by callback',
    delivered,
    shows(
      detail({ status: 'ready', grade: 3, grading_time: '2026-11-01T10:00:00Z', grading_data: { delivery_id: other } }),
    ),
  ),
  ...['401 Unauthorized', '404 Not Found'].map((status) =>
    behaviour(`answers the verification with ${status}`, refused('verification_refused'), shows(answer(status, '{}'))),
  ),
  behaviour(
    'answers the verification with 302 Found',
    refused('redirected'),
    shows(answer('302 Found', '', ['Location: /elsewhere'])),
  ),
  ...['429 Too Many Requests', '503 Service Unavailable'].map((status) =>
    behaviour(`answers the verification with ${status}`, returned('verification_failed'), shows(answer(status, '{}'))),
  ),
  behaviour(
    'answers the verification with HTML',
    returned('verification_failed'),
    shows(answer('200 OK', '<html></html>')),
  ),
  behaviour('shows another submission', returned('verification_failed'), shows(answer('200 OK', ungraded(1)))),
  behaviour(
    'shows more than 16 MiB',
    returned('verification_failed'),
    shows((submissionId) => answer('200 OK', ungraded(submissionId, { text: 'x'.repeat(17_000_000) }))),
  ),
  behaviour(
    'never ends its answer to the verification',
    returned('verification_failed'),
    shows('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{'),
  ),
  behaviour('is silent at the verification', returned('verification_failed'), shows('')),
  behaviour('resets at the verification', returned('verification_failed'), shows('', 'reset')),
  behaviour(
    'closes in the answer to the verification',
    returned('verification_failed'),
    shows('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{', 'close'),
  ),
]

/**
 * What happens to the connection for the grade before anything is written to it. The send start is held until it has happened,
 * so that the outcome does not depend on a race.
 */
export const idleConnectionBehaviours: readonly Behaviour[] = [
  {
    ...behaviour('closes the connection for the grade', unsent('closed'), {}),
    idle: ({ socket }) => void socket.end(),
  },
  { ...behaviour('resets the connection for the grade', unsent('closed'), {}), idle: ({ reset }) => reset() },
  { ...behaviour('answers before it is asked', unsent('closed'), {}), idle: ({ socket }) => void socket.write(ok) },
]

/** For https only: failures in the handshake of the first connection, for the verification, and of the second, for the grade. */
export const handshakeBehaviours: readonly Behaviour[] = (
  [
    ['closes', (socket) => void socket.end()],
    ['is silent', () => {}],
    ['speaks plain HTTP', (socket) => void socket.end(answer('400 Bad Request', ''))],
    ['closes after the first bytes', (socket) => void socket.once('data', () => socket.end())],
    ['resets after the first bytes', (socket) => void socket.once('data', () => socket.resetAndDestroy())],
  ] satisfies [string, (socket: Parameters<NonNullable<Behaviour['play']['connection']>>[0]) => void][]
).flatMap(([what, act]) =>
  [1, 2].map((from) =>
    behaviour(`${what} in the handshake of connection ${from}`, returned('tls_failed'), {
      connection: (socket, number) => {
        if (number < from) return false
        act(socket)
        return true
      },
    }),
  ),
)

/** What a peer may do before the send start. */
export const verificationBehaviours = verificationCases
