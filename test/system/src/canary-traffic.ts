import { authorization, bytes, type CanaryStep, change, read, settingsPath, write } from './canary-step.ts'
import type { CanaryWorld } from './canary-world.ts'

/** More requests on one connection than are processed at a time, so that the last ones are rejected unread. The first are as slow as upstream. */
export const tooManyAtOnce = ({ tokens: { teacher } }: CanaryWorld): CanaryStep => {
  const body = change()
  const lines = ['Host: x', `Authorization: Token ${teacher}`, `X-Token: ${teacher}`]
  const stale = [
    `PUT ${settingsPath} HTTP/1.1`,
    ...lines,
    'Content-Type: application/json',
    'If-Match: "0"',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
  const refused = [`GET ${settingsPath}?token=${teacher} HTTP/1.1`, ...lines, '', ''].join('\r\n')
  const last = refused.replace('Host: x', 'Host: x\r\nConnection: close')
  return bytes('too many at once', [412, 502], `${stale.repeat(16)}${refused.repeat(4)}${last}`)
}

export const canarySteps = (world: CanaryWorld): CanaryStep[] => [
  ...goodOnes(world),
  ...credentials(world),
  ...strayTokens(world),
  ...brokenMessages(world),
  ...preconditions(world),
  ...bodies(world),
]

const goodOnes = ({ tokens: { teacher }, people }: CanaryWorld): CanaryStep[] => [
  read('a read', [200], { headers: [authorization(teacher)] }),
  read('a read of an unchanged document', [304], { headers: [authorization(teacher), ['If-None-Match', '*']] }),
  read('a HEAD request', [200], { method: 'HEAD', headers: [authorization(teacher)] }),
  read('a read with the scheme in capitals', [200], { headers: [['authorization', `TOKEN ${teacher}`]] }),
  read('the description', [200], { target: '/api/v1/openapi.json', headers: [authorization(teacher)] }),
  write('a write', [200], { token: teacher, body: change() }),
  write('a write that makes the service look a person up', [200], {
    token: teacher,
    body: change({ graders: [{ userId: people.grader.id, languages: ['fi'] }] }),
  }),
]

const credentials = ({ tokens }: CanaryWorld): CanaryStep[] => [
  read('no token', [401], {}),
  ...(['unknown', 'revoked'] as const).flatMap((name) => [
    read(`the ${name} token, reading`, [401], { headers: [authorization(tokens[name])] }),
    write(`the ${name} token, writing`, [401], { token: tokens[name], body: change() }),
  ]),
  ...(['assistant', 'outsider'] as const).flatMap((name) => [
    read(`the ${name}, reading`, [403], { headers: [authorization(tokens[name])] }),
    write(`the ${name}, writing`, [403], { token: tokens[name], body: change() }),
  ]),
  ...[
    `Bearer ${tokens.teacher}`,
    `Basic ${btoa(`teacher:${tokens.teacher}`)}`,
    `Token ${tokens.teacher} x`,
    `Token token=${tokens.teacher}`,
    tokens.teacher,
    `Token${tokens.teacher}`,
    `Token ${tokens.teacher.repeat(7)}`,
  ].map((value, index) => read(`a credential in wrong form ${index}`, [401], { headers: [['Authorization', value]] })),
  read('two credentials', [401], { headers: [authorization(tokens.teacher), authorization(tokens.assistant)] }),
  read('a course that is not configured', [403, 404], {
    target: '/api/v1/courses/12/settings',
    headers: [authorization(tokens.teacher)],
  }),
]

/** Tokens in wrong positions: in targets and in other headers. */
const strayTokens = ({ tokens: { teacher: token, unknown }, serviceSecrets }: CanaryWorld): CanaryStep[] => [
  ...['/', '/api/v1/', '/api/v1/courses/', '/health/', '/metrics/'].map((path) =>
    read(`a token in the path ${path}`, [404], { target: path + token }),
  ),
  read('a token percent-encoded in the path', [404], {
    target: `/api/v1/${Buffer.from(token).toString('hex').replaceAll(/../g, '%$&')}`,
  }),
  read('a token as a course', [400], { target: `/api/v1/courses/${token}/settings`, headers: [authorization(token)] }),
  read('a token in a path that no one decodes', [404], { target: `/api/v1/%ff${token}` }),
  read('a token in the query, and as credential', [200], {
    target: `${settingsPath}?token=${token}&a=${encodeURIComponent(btoa(token))}`,
    headers: [authorization(token)],
  }),
  read('a token in the query alone', [401], { target: `${settingsPath}?token=${token}` }),
  read('a token in the query of an unknown path', [404], { target: `/nothing?${token}=${token}` }),
  read('a token after a number sign', [404], { target: `${settingsPath}#${token}` }),
  read('a token as host', [400], { target: `http://${token}.example${settingsPath}` }),
  read('a token in a second host', [400], { headers: [['Host', token]] }),
  ...[
    'Cookie',
    'Referer',
    'User-Agent',
    'X-Forwarded-For',
    'Forwarded',
    'X-Real-IP',
    'Origin',
    'If-None-Match',
    'If-Modified-Since',
    'Range',
    'Accept',
    'Accept-Language',
    'traceparent',
    'X-Auth-Token',
    'Proxy-Authorization',
    token,
  ].map((name) =>
    read(`a token in ${name === token ? 'a name' : name}`, [200], {
      headers: [authorization(token), [name, `token=${token}`]],
    }),
  ),
  read('a token in an invalid request id', [200], {
    headers: [authorization(token), ['X-Request-ID', `Token ${token}`]],
  }),
  read('a request id twice', [200], {
    headers: [authorization(token), ['X-Request-ID', token], ['X-Request-ID', unknown]],
  }),
  read('secrets of the other services', [401], {
    headers: [
      ['X-Service-Frontend-Secret', serviceSecrets.frontend],
      ['X-Service-Manual-Grading-Secret', serviceSecrets.grading],
    ],
  }),
  ...['POST', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'].map((method) =>
    read(`the method ${method}`, [405], {
      method,
      headers: [authorization(token)],
      ...(method === 'TRACE' ? {} : { body: token }),
    }),
  ),
  read('a read with a body', [200], { headers: [authorization(token)], body: JSON.stringify({ token }) }),
]

/** Requests that the parser rejects, or that end before they are complete. */
const brokenMessages = ({ tokens: { teacher: token } }: CanaryWorld): CanaryStep[] => [
  bytes('text that is not HTTP', [400], `Authorization: Token ${token}\r\n\r\n`),
  bytes('another version', [400], `GET ${settingsPath} HTTP/${token}\r\n\r\n`),
  bytes('an unknown method', [400], `${token} ${settingsPath} HTTP/1.1\r\nHost: x\r\n\r\n`),
  bytes(
    'a NUL in a header',
    [400],
    `GET ${settingsPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${token}\0\r\n\r\n`,
  ),
  bytes('a line without a colon', [400], `GET ${settingsPath} HTTP/1.1\r\nHost: x\r\n${token}\r\n\r\n`),
  bytes('no host', [400], `GET ${settingsPath}?${token} HTTP/1.1\r\nAuthorization: Token ${token}\r\n\r\n`),
  bytes(
    'too long a header',
    [431],
    `GET ${settingsPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${token.repeat(500)}\r\n\r\n`,
  ),
  bytes('an invalid length', [400], `PUT ${settingsPath} HTTP/1.1\r\nHost: x\r\nContent-Length: ${token}\r\n\r\n`),
  bytes(
    'another expectation',
    [417, 200],
    `GET ${settingsPath} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: ${token}\r\nAuthorization: Token ${token}\r\n\r\n`,
  ),
  bytes('a tunnel', [0], `CONNECT ${token}:443 HTTP/1.1\r\nHost: x\r\nProxy-Authorization: Token ${token}\r\n\r\n`),
  bytes(
    'another protocol',
    [200, 400, 401, 404],
    `GET ${settingsPath} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${token}\r\nAuthorization: Token ${token}\r\n\r\n`,
  ),
  {
    title: 'an invalid chunk',
    statuses: [400],
    requestAt: (revision) =>
      Buffer.from(
        `PUT ${settingsPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${token}\r\nContent-Type: application/json\r\nIf-Match: "${revision}"\r\nTransfer-Encoding: chunked\r\n\r\n${token} not a size\r\n`,
      ),
  },
]

const preconditions = ({ tokens: { teacher: token } }: CanaryWorld): CanaryStep[] => [
  write('no If-Match', [428], { token, body: change(), without: ['If-Match'] }),
  write('a stale If-Match', [412], { token, body: change(), without: ['If-Match'], headers: [['If-Match', '"0"']] }),
  ...[`"${token}"`, `W/"${token}"`, token, `"1", "${token}"`].map((value, index) =>
    write(`a token in If-Match ${index}`, [400], {
      token,
      body: change(),
      without: ['If-Match'],
      headers: [['If-Match', value]],
    }),
  ),
  ...[`application/${token}`, `application/json; charset=${token}`, `application/json; boundary=${token}`, token].map(
    (value, index) =>
      write(`a token in Content-Type ${index}`, index === 2 ? [200, 415] : [415], {
        token,
        body: change(),
        without: ['Content-Type'],
        headers: [['Content-Type', value]],
      }),
  ),
  write('a token in Content-Encoding', [415], { token, body: change(), headers: [['Content-Encoding', token]] }),
]

/** Bodies that contain a token and a text, each rejected for one reason. */
const bodies = ({ tokens: { teacher: token }, texts: { body: text }, people }: CanaryWorld): CanaryStep[] => {
  const both = `${text} ${token}`
  const broken: readonly (readonly [title: string, body: string | Uint8Array])[] = [
    ['a bare token', token],
    ['a bare text', text],
    ['a string', JSON.stringify(both)],
    ['a list', JSON.stringify([text, token])],
    ['a token without quotes', `{"token":${token}}`],
    ['a comma too many', `{"token":"${both}",}`],
    ['a truncated body', `{"token":"${both}`],
    ['a key twice', change({ name: both }).replace('{', '{"listed":true,')],
    ['a lone surrogate', `{"name":"${both}\\ud800"}`],
    ['a NUL', `{"name":"${both}\\u0000"}`],
    ['too deep', `${'['.repeat(40)}"${both}"${']'.repeat(40)}`],
    ['no UTF-8', Buffer.from(`{"name":"${both}\xff"}`, 'latin1')],
    ['a byte order mark', `\ufeff{"name":"${both}"}`],
    ['a number too great', `{"listed":9e999,"name":"${both}"}`],
    ['a form', `token=${token}&text=${text}`],
  ]
  const wrong: readonly (readonly [title: string, overrides: object])[] = [
    ['an unknown field', { token: both }],
    ['another slug', { slug: token }],
    ['an invalid slug', { slug: both }],
    ['a name with a control character', { name: `${both}\u0007` }],
    ['a name too long', { name: both.repeat(20) }],
    ['an invalid language', { languages: [both] }],
    ['an unknown highlighter', { highlightLanguages: [both] }],
    ['a URL with a password', { courseConfigUrl: `https://${text}:${token}@example.org/` }],
    ['an invalid URL', { courseConfigUrl: both }],
    [
      'an invalid extension',
      { templates: { automaticExtensions: true, extensions: [both], excludedPathSegments: [`${both}/`] } },
    ],
    ['an invalid flag', { listed: both }],
    ['an invalid schema version', { schemaVersion: both }],
    ['an invalid person', { graders: [{ userId: both, languages: [both] }] }],
    ['an invalid exercise', { manualGradingExercises: [both] }],
    [
      'everything of a wrong type',
      { templates: both, graders: both, visibleTagSlugs: both, manualGradingExercises: both },
    ],
    ['a grader who is not staff', { graders: [{ userId: people.outsider.id, languages: ['fi'] }] }],
  ]
  return [
    ...broken.map(([title, body]) => write(`a body: ${title}`, [400], { token, body })),
    ...wrong.map(([title, overrides]) => write(`settings: ${title}`, [400], { token, body: change(overrides) })),
    write('an exercise of another course', [409], { token, body: change({ manualGradingExercises: [1301] }) }),
    write('a body too large', [413], { token, body: both.repeat(35_000) }),
  ]
}
