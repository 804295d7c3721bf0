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

const spoiled: readonly Behaviour[] = [
  ['100 first', `HTTP/1.1 100 Continue\r\n\r\n${ok}`],
  ['101', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n'],
  ['103 first', `HTTP/1.1 103 Early Hints\r\n\r\n${ok}`],
  ['with something other than HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['another version', ok.replace('1.1', '2.0')],
  ['a status of four digits', ok.replace('200', '2000')],
  ['two lengths', `HTTP/1.1 200 OK\r\nContent-Length: 28\r\nContent-Length: 27\r\n\r\n${accepted}`],
  [
    'a length and chunks',
    `HTTP/1.1 200 OK\r\nContent-Length: 28\r\nTransfer-Encoding: chunked\r\n\r\n1c\r\n${accepted}\r\n0\r\n\r\n`,
  ],
  ['a length that is not a number', `HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n${accepted}`],
  ['a bad chunk', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n${accepted}\r\n0\r\n\r\n`],
  [
    'chunks in an unsupported transfer coding',
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n1c\r\n${accepted}\r\n0\r\n\r\n`,
  ],
  ['twice', `${ok}${ok}`],
  ['with a success and then an error', `${ok}${answer('500 Internal Server Error', '')}`],
  ['too many headers', ok.replace('\r\n', `\r\nX-Long: ${'x'.repeat(20_000)}\r\n`)],
].map(([what = '', bytes = '']) => behaviour(`answers ${what}`, ambiguous('malformed_reply'), says(bytes)))

const bodies: readonly Behaviour[] = [
  ['nothing', ''],
  ['HTML', '<html>ok</html>'],
  ['a list', '[true]'],
  ['true', 'true'],
  ['truncated JSON', '{"success":true'],
  ['a duplicate member', '{"success":false,"success":true}'],
  ['no success', '{"errors":[]}'],
  ['a success that is text', '{"success":"true"}'],
  ['a success that is a number', '{"success":1}'],
  ['a success that is null', '{"success":null}'],
].map(([what = '', body = '']) =>
  behaviour(`answers 200 with ${what}`, ambiguous('unclear_reply'), says(answer('200 OK', body))),
)

const failures: readonly Behaviour[] = [
  behaviour(
    'answers false with a plain text',
    refused('invalid_grade'),
    says(answer('200 OK', '{"success":false,"errors":["Invalid points"]}')),
  ),
  ...[
    ['an exception', '["IntegrityError(\\"duplicate\\")"]'],
    ['a text and an exception', '["Invalid points","ValueError(1)"]'],
    ['no list', '"Invalid points"'],
    ['an empty list', '[]'],
    ['a list of numbers', '[1]'],
  ].map(([what = '', errors = '']) =>
    behaviour(
      `answers false with ${what}`,
      ambiguous('failed_inside'),
      says(answer('200 OK', `{"success":false,"errors":${errors}}`)),
    ),
  ),
  behaviour('answers false without errors', ambiguous('failed_inside'), says(answer('200 OK', '{"success":false}'))),
]

const statuses: readonly Behaviour[] = [
  ...['301 Moved', '302 Found', '304 Not Modified', '307 Temporary Redirect', '308 Permanent Redirect'].map((status) =>
    behaviour(
      `answers ${status}`,
      refused('redirected'),
      says(answer(status, status.startsWith('304') ? '' : accepted, ['Location: /elsewhere'])),
    ),
  ),
  ...[
    '400 Bad Request',
    '401 Unauthorized',
    '403 Forbidden',
    '404 Not Found',
    '405 Not Allowed',
    '409 Conflict',
    '413 Too Large',
    '499 Other',
  ].map((status) => behaviour(`answers ${status}`, refused('rejected'), says(answer(status, accepted)))),
  behaviour('answers 429', refused('rate_limited'), says(answer('429 Too Many Requests', '', ['Retry-After: 1']))),
  ...[
    '408 Request Timeout',
    '425 Too Early',
    '500 Internal Server Error',
    '501 Other',
    '502 Bad Gateway',
    '503 Service Unavailable',
    '504 Gateway Timeout',
    '599 Other',
  ].map((status) =>
    behaviour(`answers ${status}`, ambiguous('server_error'), says(answer(status, accepted, ['Retry-After: 0']))),
  ),
  behaviour('answers 204', ambiguous('unclear_reply'), says('HTTP/1.1 204 No Content\r\n\r\n')),
]

const whole: readonly Behaviour[] = [
  behaviour('accepts', delivered, says(ok)),
  behaviour('accepts a long grade', delivered, says(ok), longFeedback),
  behaviour('accepts with 201', delivered, says(answer('201 Created', accepted))),
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
    'closes in the middle of a body without a length',
    ambiguous('unclear_reply'),
    says(`HTTP/1.0 200 OK\r\n\r\n${accepted.slice(0, 12)}`, 'close'),
  ),
  behaviour(
    'sends more bytes than Content-Length announces',
    ambiguous('malformed_reply'),
    says(`HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n${accepted}`),
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
