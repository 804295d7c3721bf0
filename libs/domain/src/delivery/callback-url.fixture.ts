import type { AllowedCallback, CallbackRefusal } from './callback-url.ts'

/** Submission 42 is 2a in hexadecimal. */
export const submissionId = 42
export const token = 's2a.0123456789abcdefABCDEFghijklmnop'
export const good = `https://plus.example.org/api/v2/submissions/42/grader?token=${token}`

export const allowed: readonly AllowedCallback[] = [
  { pattern: 'https://plus.example.org/api/v2/submissions/*/grader', cidr: undefined },
  { pattern: 'https://plus.example.org/old/*/submissions/*/grader', cidr: '10.0.0.0/8' },
  { pattern: 'https://grader.example.org:8443/api/v2/submissions/*/grader', cidr: '2001:db8::/48' },
  { pattern: 'http://127.0.0.1:8090/api/v2/submissions/*/grader', cidr: '127.0.0.1/32' },
  { pattern: 'http://[::1]:8090/api/v2/submissions/*/grader', cidr: '::1/128' },
  { pattern: 'https://xn--plus-5qa.example.org/api/v2/submissions/*/grader', cidr: undefined },
  // None of these can allow anything: a parser writes them in another way, or they end elsewhere.
  { pattern: 'https://UPPER.example.org/api/v2/submissions/*/grader', cidr: undefined },
  { pattern: 'https://port.example.org:443/api/v2/submissions/*/grader', cidr: undefined },
  { pattern: 'https://all.example.org/*', cidr: undefined },
  { pattern: 'https://dots.example.org/a/../submissions/*/grader', cidr: undefined },
  { pattern: 'https://open.example.org/api/v2/submissions/*', cidr: undefined },
]

export type Row = readonly [verdict: CallbackRefusal | 'ok', url: string]

const rows = (verdict: Row[0], urls: readonly string[]): Row[] => urls.map((url) => [verdict, url])
const withHost = (host: string) => good.replace('plus.example.org', host)
const withPath = (path: string) => good.replace('/api/v2/submissions/42/grader', path)
const withQuery = (query: string) => good.replace(`?token=${token}`, query)
const withToken = (other: string) => good.replace(token, other)
const inserted = (text: string) => [0, 5, 8, 12, 24, 25, 33, 44, 47, 54, 55, 61, 64, 80, good.length]
  .map((at) => good.slice(0, at) + text + good.slice(at))
const codes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index))
const hash = token.slice(4)

export const table: readonly Row[] = [
  ...rows('ok', [
    good, withPath('/api/v2/submissions/42/grader/'), withPath('/old/7/submissions/42/grader'), withPath('/old/007/submissions/42/grader/'),
    withHost('grader.example.org:8443'), good.replace('https://plus.example.org', 'http://127.0.0.1:8090'),
    good.replace('https://plus.example.org', 'http://[::1]:8090'), withHost('xn--plus-5qa.example.org'),
    withToken(`s2a.${'A'.repeat(32)}`), withToken(`s2a.${'z'.repeat(32)}`), withToken(`s2a.${'0'.repeat(32)}`),
    withToken(`s2a.e${'9'.repeat(31)}`), withToken(`s2a.${'grader'.repeat(5)}xy`),
  ]),

  ...rows('too_long', [2049, 2050, 4096, 100_000].map((length) => good + 'a'.repeat(length - good.length))),
  ...rows('too_long', [withPath(`/${'a/'.repeat(1100)}submissions/42/grader`), `${good}#${' '.repeat(2048)}`]),
  ...rows('token', [good + 'a'.repeat(2048 - good.length)]),

  // What a parser drops, trims, folds or turns into something else.
  ...rows('forbidden_character', [
    ...codes(0, 32).map((code) => good.replace('/api', `/${code}api`)), ...codes(127, 160).map((code) => withHost(`plus${code}.example.org`)),
    ...inserted('\t'), ...inserted('\n'), ...inserted('\r'), ...inserted(' '), ...inserted('\0'), ...inserted('\\'), ...inserted('#'),
    ...inserted('\u00ad'), ...inserted('\u200b'), ...inserted('\ud800'),
    withHost('ｐlus.example.org'), withHost('plus。example.org'), withHost('plus．example.org'), withHost('plüs.example.org'),
    withHost('plus.example.org\u3002'), withHost('рlus.example.org'), withHost('plus.ex\u2060ample.org'), withHost('①②⑦.⓪.⓪.①'),
    good.replace('https', 'httpſ'), good.replace('/', '／'), good.replaceAll('/', '\\'), withPath('/api/v2/submissions/４２/grader'),
    withPath('/api/v2/submissions/٤٢/grader'), withPath('/api/v2/submissions/42/grаder'), `\ufeff${good}`, ` ${good}`, `${good}\n`,
    `${good}#`, `${good}#/api`, withQuery(`#?token=${token}`), `view-source: ${good}`, withToken(`${token}é`),
  ]),

  ...rows('userinfo', [
    ...['user', 'user:pw', ':pw', '', ':', 'plus.example.org', 'plus.example.org:443', 'a%40b', 'plus.example.org%2f', '%00', 'u:p@w', '@']
      .map((user) => withHost(`${user}@plus.example.org`)),
    withHost('plus.example.org@evil.example.net'), withHost('plus.example.org:443@127.0.0.1'), withHost('@[::1]'),
    '//user@plus.example.org/', 'https://@', good.replace('https://', 'https:////@'.slice(0, 8) + '@'),
  ]),

  ...rows('not_canonical', [
    '', 'x', '/', '?', 'https', 'https:', 'https:/', 'https://', 'https:///', '//plus.example.org/', good.slice(6), good.slice(8), good.slice(24),
    good.replace('https:', 'https:/'), good.replace('https://', 'https:'), good.replace('https://', 'https:/'), good.replace('https://', 'https:///'),
    good.replace('https', 'HTTPS'), good.replace('https', 'Https'), good.replace('https', 'httpS'),
    withHost('PLUS.example.org'), withHost('plus.Example.org'), withHost('plus.example.ORG'), withHost('plus.example.org:443'),
    withHost('plus.example.org:'), withHost('plus.example.org:0443'), withHost('plus.example.org:00443'), withHost('grader.example.org:08443'),
    withHost('plus%2eexample.org'), withHost('plus%2Eexample.org'), withHost('%70lus.example.org'), withHost('plus.example.org%00'),
    withHost('plus.example.org:65536'), withHost('plus.example.org:-1'), withHost('plus.example.org:x'), withHost('plus.example.org:443:443'),
    withHost('127.1'), withHost('0x7f.1'), withHost('0x7f000001'), withHost('2130706433'), withHost('0177.0.0.1'), withHost('017700000001'),
    withHost('127.0.1'), withHost('127.0.0.1.'), withHost('0x7f.0x0.0x0.0x1'), withHost('127.0.0.0x1'), withHost('0'), withHost('1'),
    withHost('256.0.0.1'), withHost('1.2.3.4.5'), withHost('4294967296'), withHost('[::ffff:169.254.169.254]'), withHost('[0:0:0:0:0:0:0:1]'),
    withHost('[::0001]'), withHost('[::FFFF:a9fe:a9fe]'), withHost('[2001:DB8::1]'), withHost('[fe80::1%25eth0]'), withHost('[::1'), withHost('::1'),
    withHost('[]'), withHost('[127.0.0.1]'), withHost('plus<.example.org'), withHost('plus|.example.org'), withHost('plus^.example.org'),
    good.replace('http', 'ht tp').replace(' ', '_'), withPath('/./api/v2/submissions/42/grader'), withPath('/api/./v2/submissions/42/grader'),
    withPath('/api/v2/../v2/submissions/42/grader'), withPath('/../api/v2/submissions/42/grader'), withPath('/api/v2/submissions/42/grader/.'),
    withPath('/api/v2/submissions/42/grader/..'), withPath('/api/v2/submissions/42/x/../grader'), withPath('/api/v2/submissions/41/../42/grader'),
    withPath('/%2e/api/v2/submissions/42/grader'), withPath('/api/v2/x/%2e%2e/submissions/42/grader'), withPath('/api/v2/x/%2E./submissions/42/grader'),
    withPath('/api/v2/x/.%2e/submissions/42/grader'), withPath('/api/v2/submissions/42/grader/%2e'), withPath('/api/v2/submissions/42/"/grader'),
    withPath('/api/v2/submissions/<42>/grader'), withPath('/api/v2/submissions/{42}/grader'), withPath('/api/v2/submissions/`/grader'),
    withPath(''), withQuery(`?token=${token}"`), withQuery(`?token=${token}'`), withQuery(`?token=<${token}>`),
  ]),

  ...rows('origin', [
    ...['evil.example.net', 'plus.example.org.evil.example.net', 'evilplus.example.org', 'plus.example.com', 'example.org', 'plus-example.org',
      'plus.example.org.', 'plus.example.org..', 'sub.plus.example.org', 'plus.example.org:8443', 'plus.example.org:80', 'plus.example.org:444',
      'plus.example.org:1', 'grader.example.org', 'grader.example.org:8444', '127.0.0.1', '127.0.0.1:8090', '10.0.0.1', '169.254.169.254', '0.0.0.0',
      '192.168.1.1', '[::1]', '[::1]:8090', '[::ffff:7f00:1]', '[::ffff:a9fe:a9fe]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fe80::1]', 'localhost',
      'localhost:8090', 'xn--plus-5qa.example.org:8443', 'xn--pls-hoa.example.org', 'xn--', 'plus_.example.org', '-plus.example.org', 'upper.example.org',
      'port.example.org', 'all.example.org', 'dots.example.org', 'open.example.org', 'plus.example.org!', 'plus*.example.org', '*'].map(withHost),
    good.replace('https', 'http'), good.replace('https', 'ws'), good.replace('https', 'wss'), good.replace('https', 'ftp'), good.replace('https', 'httpss'),
    good.replace('https', 'blob:https'), 'javascript:alert(1)', 'data:text/plain,x', 'file:///etc/passwd', 'about:blank', 'mailto:a',
    good.replace('https://plus.example.org', 'http://127.0.0.1'), good.replace('https://plus.example.org', 'http://127.0.0.1:8091'),
    good.replace('https://plus.example.org', 'http://127.0.0.2:8090'), good.replace('https://plus.example.org', 'http://localhost:8090'),
    good.replace('https://plus.example.org', 'http://[::1]:8091'), `view-source:${good}`, `x:${good}`,
  ]),

  ...rows('path', [
    '/', '//', '/api', '/api/v2/submissions/42', '/api/v2/submissions/42/', '/api/v2/submissions/42/Grader', '/api/v2/Submissions/42/grader',
    '/API/v2/submissions/42/grader', '/api/v2/submissions/42/graders', '/api/v2/submissions/42/grade', '/api/v2/submissions/42/grader//',
    '/api/v2/submissions/42/grader/x', '/api/v2/submissions/42/grader;x', '/api/v2/submissions/42;x/grader', '/api/v2;/submissions/42/grader',
    '//api/v2/submissions/42/grader', '/api//v2/submissions/42/grader', '/api/v2/submissions//42/grader', '/api/v2/submissions/42//grader',
    '/api/v2/submissions/%34%32/grader', '/api/v2/submissions/42%2fgrader', '/api/v2/submissions%2F42/grader', '/api/v2/submissions/42/%67rader',
    '/api/v2/submissions/42/grader%2f', '/api/v2/submissions/42/grader%00', '/api/v2/submissions/42%00/grader', '/api/v2/submissions/42/grader%',
    '/api/v2/submissions/%252e%252e/42/grader', '/api/v2/submissions/42/grader%5c', '/api/v2/submissions/42/grader%0a', '/api/v2/submissions/42/grader%20',
    '/api/v2/submissions/+42/grader', '/api/v2/submissions/-42/grader', '/api/v2/submissions/4.2/grader', '/api/v2/submissions/42e0/grader',
    '/api/v2/submissions/0x2a/grader', '/api/v2/submissions/2a/grader', '/api/v2/submissions/*/grader', '/api/v2/submissions//grader',
    '/api/v2/submissions/42,43/grader', '/api/v2/submissions/42/files/1/grader', '/x/api/v2/submissions/42/grader', '/api/submissions/42/grader',
    '/api/v1/submissions/42/grader', '/v2/submissions/42/grader', '/submissions/42/grader', '/old/x/submissions/42/grader', '/old//submissions/42/grader',
    '/old/submissions/42/grader', '/old/7/8/submissions/42/grader', '/old/7x/submissions/42/grader', '/old/*/submissions/42/grader', '/api/v2/users',
    '/api/v2/submissions/42/grader/@', '/api/v2/submissions/42:80/grader', '/api/v2/submissions/42/grader.json', '/api/v2/submissions/42/grader/=',
    '/api/v2/exercises/42/Grader', '/api/v2/exercises/4x/grader', '/api/v2/courses/42/grader', '/api/v2/exercises/42/grader/x', '/a//b@c', '/...', '/.../api/v2/submissions/42/grader',
  ].map(withPath)),

  ...rows('other_submission', [
    ...['0', '1', '41', '43', '4', '2', '420', '142', '042', '0042', '00', '9007199254740993', '99999999999999999999999'].map((id) => withPath(`/api/v2/submissions/${id}/grader`)),
    withPath('/old/42/submissions/43/grader'),
    ...['s1', 's29', 's2b', 's2', 'sa', 's2a2a', 's42', 's20000000000001', 'sffffffffffffffffffff'].map((start) => withToken(`${start}.${hash}`)),
  ]),

  ...rows('exercise_kind', [
    withPath('/api/v2/exercises/42/grader'), withPath('/api/v2/exercises/1/grader/'), withPath('/exercises/42/grader'),
    withPath('/api/v2/submissions/42/exercises/42/grader'), withToken('eyJ1c2VyIjo0Mn0'), withToken('eyJ1c2VyIjo0Mn0%3D'), withToken('e'),
    withToken(`e2a.${hash}`), withToken('e%3D%3D'), withPath('/api/v2/exercises/42/grader').replace(token, 'eyJ'),
  ]),

  ...rows('query', [
    '', '?', '?token', '?Token=x', '?TOKEN=x', '?tokens=x', '?tok%65n=x', '?t=x', '?=x', '?&', '?token%3Dx', '?token[]=x', '?%74oken=x', '?;token=x', '??token=x',
  ].map(withQuery)),
  ...rows('query', [
    ...['&', '&a', '&a=b', '&token=', `&token=${token}`, '&=', '&&', '&next=https://evil.example.net'].map((more) => good + more),
    withQuery(`?a=b&token=${token}`), withQuery(`?&token=${token}`), withQuery(`?lang=fi&token=${token}`), withQuery(`? token=${token}`.replace(' ', '+')),
    withQuery(`?token.x=${token}`), withQuery(`?token+=${token}`),
  ]),

  ...rows('token', [
    '', '=', 's', 's2a', 's2a.', `2a.${hash}`, `S2a.${hash}`, `s2A.${hash}`, `s02a.${hash}`, `s0.${hash}`, `s.${hash}`, `s-2a.${hash}`, `s+2a.${hash}`,
    `s0x2a.${hash}`, `s2a${hash}`, `s2a,${hash}`, `s2a:${hash}`, `s2a..${hash}`, `s2a.${hash}.`, `s2a.${hash}a`, `s2a.${hash.slice(1)}`, `s2a.${hash.slice(1)}-`,
    `s2a.${hash.slice(1)}_`, `s2a.${hash.slice(1)}=`, `s2a.${hash.slice(1)}+`, `s2a.${hash.slice(1)}/`, `s2a.${hash.slice(1)}.`, `s2a.${hash.slice(1)}?`,
    `s2a.${hash.slice(1)}%`, `s2a.${hash.slice(3)}%41`, `s2a%2e${hash}`, `%73${token.slice(1)}`, `${token}%00`, `${token}%0a`, `${token};a=b`, `${token}?`, `${token}?a`,
    `${token}/`, `${token}=`, `x${token}`, `=${token}`, `s2g.${hash}`, `s2a.${hash}@`, `s2a.${hash.repeat(2)}`, `?token=${token}`, `ſ2a.${hash}`.replace('ſ', '%C5%BF'),
  ].map(withToken)),
]
