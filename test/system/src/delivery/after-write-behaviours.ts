import { ambiguous, behaviour, type Behaviour, delivered, end, type Ending, ok, refused, says } from './behaviour.ts'
import { accepted, answer } from './peer.ts'

const endings: readonly Ending[] = ['reset', 'close', 'stay']
const verbOf = { reset: 'resets', close: 'closes', stay: 'falls silent' } as const
const kindOf = (how: Ending): string => (how === 'stay' ? 'timeout' : 'closed')

/** More than fits into the buffers of two sockets. */
const longFeedback = 1_900_000

/** Broken connections at each point from the first byte of the request to the last byte of the reply. */
const cut: readonly Behaviour[] = endings.flatMap((how) => [
  behaviour(
    `${verbOf[how]} at the first byte of the request`,
    ambiguous(kindOf(how)),
    {
      post: (exchange) => {
        exchange.socket.pause()
        end(exchange, how)
      },
    },
    longFeedback,
  ),
  behaviour(
    `${verbOf[how]} in the middle of the request`,
    ambiguous(kindOf(how)),
    {
      post: async (exchange) => {
        await exchange.part(0.4)
        exchange.socket.pause()
        end(exchange, how)
      },
    },
    longFeedback,
  ),
  behaviour(`${verbOf[how]} when the request is complete`, ambiguous(kindOf(how)), says('', how)),
  behaviour(`${verbOf[how]} in the status line`, ambiguous(kindOf(how)), says('HTTP/1.1 20', how)),
  behaviour(`${verbOf[how]} in the headers`, ambiguous(kindOf(how)), says('HTTP/1.1 200 OK\r\nContent-Le', how)),
  behaviour(
    `${verbOf[how]} after the headers`,
    ambiguous(how === 'stay' ? 'timeout' : 'reply_cut'),
    says(ok.slice(0, -accepted.length), how),
  ),
  behaviour(
    `${verbOf[how]} in the body`,
    ambiguous(how === 'stay' ? 'timeout' : 'reply_cut'),
    says(ok.slice(0, -5), how),
  ),
  behaviour(
    `${verbOf[how]} in a body whose JSON is already complete`,
    ambiguous(how === 'stay' ? 'timeout' : 'reply_cut'),
    says(`HTTP/1.1 200 OK\r\nContent-Length: 60\r\n\r\n${accepted}`, how),
  ),
  behaviour(
    `${verbOf[how]} before the last chunk`,
    ambiguous(how === 'stay' ? 'timeout' : 'reply_cut'),
    says(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1c\r\n${accepted}\r\n`, how),
  ),
  // A reply that rejects the grade counts only if it is complete.
  behaviour(
    `${verbOf[how]} in the body of a 404`,
    ambiguous(how === 'stay' ? 'timeout' : 'reply_cut'),
    says(answer('404 Not Found', accepted).slice(0, -5), how),
  ),
])

/** What every other malformed reply does is in the tests of the callback client, as is what every status and body means in libs/domain. */
const spoiled: readonly Behaviour[] = [
  ['100 first', `HTTP/1.1 100 Continue\r\n\r\n${ok}`],
  ['with something other than HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['two lengths', `HTTP/1.1 200 OK\r\nContent-Length: 28\r\nContent-Length: 27\r\n\r\n${accepted}`],
  ['twice', `${ok}${ok}`],
].map(([what = '', bytes = '']) => behaviour(`answers ${what}`, ambiguous('malformed_reply'), says(bytes)))

const bodies: readonly Behaviour[] = [
  ['HTML', '<html>ok</html>'],
  ['truncated JSON', '{"success":true'],
  ['a success that is text', '{"success":"true"}'],
].map(([what = '', body = '']) =>
  behaviour(`answers 200 with ${what}`, ambiguous('unclear_reply'), says(answer('200 OK', body))),
)

const failures: readonly Behaviour[] = [
  behaviour(
    'answers false with a plain text',
    refused('invalid_grade'),
    says(answer('200 OK', '{"success":false,"errors":["Invalid points"]}')),
  ),
  behaviour(
    'answers false with an exception',
    ambiguous('failed_inside'),
    says(answer('200 OK', '{"success":false,"errors":["IntegrityError(1)"]}')),
  ),
]

const statuses: readonly Behaviour[] = [
  behaviour('answers 302', refused('redirected'), says(answer('302 Found', accepted, ['Location: /elsewhere']))),
  behaviour('answers 404', refused('rejected'), says(answer('404 Not Found', accepted))),
  behaviour('answers 429', refused('rate_limited'), says(answer('429 Too Many Requests', '', ['Retry-After: 1']))),
  ...['408 Request Timeout', '425 Too Early', '500 Internal Server Error', '503 Service Unavailable'].map((status) =>
    behaviour(`answers ${status}`, ambiguous('server_error'), says(answer(status, accepted, ['Retry-After: 0']))),
  ),
  behaviour('answers 204', ambiguous('unclear_reply'), says('HTTP/1.1 204 No Content\r\n\r\n')),
]

const whole: readonly Behaviour[] = [
  behaviour('accepts', delivered, says(ok)),
  behaviour('accepts a long grade', delivered, says(ok), longFeedback),
  behaviour('accepts and closes', delivered, says(ok, 'close')),
  behaviour(
    'accepts and offers to keep the connection',
    delivered,
    says(answer('200 OK', accepted, ['Connection: keep-alive', 'Keep-Alive: timeout=60'])),
  ),
  behaviour(
    'accepts in chunks',
    delivered,
    says(
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\na\r\n${accepted.slice(0, 10)}\r\n12\r\n${accepted.slice(10)}\r\n0\r\n\r\n`,
    ),
  ),
  behaviour(
    'accepts in HTTP/1.0, where the close ends the body',
    delivered,
    says(`HTTP/1.0 200 OK\r\n\r\n${accepted}`, 'close'),
  ),
  behaviour(
    'answers more than 64 KiB',
    ambiguous('reply_too_long'),
    says(answer('200 OK', `${accepted}${' '.repeat(70_000)}`)),
  ),
]

/** What a peer may do once the grade is being sent. */
export const afterWriteBehaviours: readonly Behaviour[] = [
  ...cut,
  ...spoiled,
  ...bodies,
  ...failures,
  ...statuses,
  ...whole,
]
