import type { AllowedCallback, CallbackUrlProblem } from './callback-url.ts'

/** Submission 42 is 2a in hexadecimal. */
export const submissionId = 42
export const token = 's2a.0123456789abcdefABCDEFghijklmnop'
export const good = `https://plus.example.org/api/v2/submissions/42/grader?token=${token}`

const hash = token.slice(4)
const withOrigin = (origin: string) => good.replace('https://plus.example.org', origin)
const withHost = (host: string) => good.replace('plus.example.org', host)
const withPath = (path: string) => good.replace('/api/v2/submissions/42/grader', path)
const withQuery = (query: string) => good.replace(`?token=${token}`, query)
const withToken = (other: string) => good.replace(token, other)
const words = (text: string) => text.trim().split(/\s+/)

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

/** What a single changed character does is in callback-url-mutations.test.ts. */
export const urlsByVerdict: Readonly<Record<CallbackUrlProblem | 'ok', readonly string[]>> = {
  ok: [
    good,
    ...['/api/v2/submissions/42/grader/', '/old/7/submissions/42/grader', '/old/007/submissions/42/grader/'].map(
      withPath,
    ),
    ...['grader.example.org:8443', 'xn--plus-5qa.example.org'].map(withHost),
    ...['http://127.0.0.1:8090', 'http://[::1]:8090'].map(withOrigin),
    ...['A'.repeat(32), 'z'.repeat(32), '0'.repeat(32)].map((other) => withToken(`s2a.${other}`)),
  ],
  too_long: [
    good + 'a'.repeat(2049 - good.length),
    withPath(`/${'a/'.repeat(1100)}submissions/42/grader`),
    `${good}#${' '.repeat(2048)}`,
  ],
  // What a parser drops, trims, folds or turns into something else.
  forbidden_character: [
    ...['ｐlus.example.org', 'plus。example.org', 'plüs.example.org', '①②⑦.⓪.⓪.①'].map(withHost),
    ...['/api/v2/submissions/４２/grader', '/api/v2/submissions/٤٢/grader'].map(withPath),
    good.replaceAll('/', '\\'),
    withQuery(`#?token=${token}`),
    `\ufeff${good}`,
    ` ${good}`,
    `${good}\n`,
    `${good}#/api`,
  ],
  userinfo: [
    ...[
      'user@',
      'user:pw@',
      '@',
      ':@',
      'plus.example.org:443@',
      'plus.example.org%2f@',
      '@@',
      ':pw@',
      'a%40b@',
      '%00@',
      'u:p@w@',
    ].map((user) => withHost(`${user}plus.example.org`)),
    ...['plus.example.org@evil.example.net', 'plus.example.org:443@127.0.0.1', '@[::1]'].map(withHost),
    '//user@plus.example.org/',
    'https://@',
  ],
  not_canonical: [
    '',
    good.slice(6),
    good.slice(24),
    ...words('/ https: https:// //plus.example.org/'),
    ...words(`
      HTTPS://plus.example.org Https://plus.example.org httpS://plus.example.org ht_tps://plus.example.org https:plus.example.org
      https:///plus.example.org
    `).map(withOrigin),
    ...words(`
      PLUS.example.org plus.example.org:443 plus.example.org: plus.example.org:0443 grader.example.org:08443
      plus%2eexample.org %70lus.example.org plus.example.org:65536 plus.example.org:x 127.1 0x7f.1 2130706433
      0177.0.0.1 127.0.0.1. 256.0.0.1 [::ffff:169.254.169.254] [0:0:0:0:0:0:0:1] [::FFFF:a9fe:a9fe] [fe80::1%25eth0] [::1
      plus.Example.org plus.example.ORG plus.example.org:00443 plus%2Eexample.org plus.example.org%00 plus.example.org:-1
      plus.example.org:443:443 0x7f000001 017700000001 127.0.1 0x7f.0x0.0x0.0x1 127.0.0.0x1 0 1 1.2.3.4.5 4294967296 [::0001]
      [2001:DB8::1] ::1 [] [127.0.0.1] plus<.example.org plus|.example.org plus^.example.org
    `).map(withHost),
    ...words(`
      /./api/v2/submissions/42/grader /api/v2/../v2/submissions/42/grader /api/v2/submissions/42/grader/..
      /api/v2/submissions/41/../42/grader /%2e/api/v2/submissions/42/grader /api/v2/x/.%2e/submissions/42/grader
      /api/./v2/submissions/42/grader /../api/v2/submissions/42/grader /api/v2/submissions/42/grader/.
      /api/v2/submissions/42/x/../grader /api/v2/x/%2e%2e/submissions/42/grader /api/v2/x/%2E./submissions/42/grader
      /api/v2/submissions/42/grader/%2e /api/v2/submissions/<42>/grader /api/v2/submissions/{42}/grader
    `).map(withPath),
    withPath(''),
    withQuery(`?token=<${token}>`),
  ],
  // They lead to another host, another path, or the grade of something else.
  origin: [
    ...words(`
      evil.example.net plus.example.org.evil.example.net evilplus.example.org example.org plus.example.org.
      sub.plus.example.org plus.example.org:8443 grader.example.org 127.0.0.1:8090 169.254.169.254 [::1]:8090
      [::ffff:7f00:1] localhost upper.example.org port.example.org all.example.org dots.example.org open.example.org *
      plus.example.com plus-example.org plus.example.org.. plus.example.org:80 plus.example.org:444 plus.example.org:1
      grader.example.org:8444 127.0.0.1 10.0.0.1 0.0.0.0 192.168.1.1 [::1] [::ffff:a9fe:a9fe] [64:ff9b::7f00:1]
      [2002:7f00:1::] [fe80::1] localhost:8090 xn--plus-5qa.example.org:8443 xn--pls-hoa.example.org xn-- plus_.example.org
      -plus.example.org plus.example.org! plus*.example.org
    `).map(withHost),
    ...words(`
      http://plus.example.org ws://plus.example.org ftp://plus.example.org blob:https://plus.example.org
      http://127.0.0.1 http://127.0.0.1:8091 http://127.0.0.2:8090 http://localhost:8090
      wss://plus.example.org httpss://plus.example.org http://[::1]:8091
    `).map(withOrigin),
    ...words(`javascript:alert(1) data:text/plain,x file:///etc/passwd about:blank mailto:a x:${good}`),
  ],
  path: words(`
    / // /api /api/v2/submissions/42 /api/v2/submissions/42/Grader /API/v2/submissions/42/grader
    /api/v2/submissions/42/grader// /api/v2/submissions/42/grader/x /api/v2/submissions/42;x/grader
    //api/v2/submissions/42/grader /api/v2/submissions//grader /api/v2/submissions/%34%32/grader
    /api/v2/submissions%2F42/grader /api/v2/submissions/42/grader%00 /api/v2/submissions/%252e%252e/42/grader
    /api/v2/submissions/-42/grader /api/v2/submissions/42e0/grader /api/v2/submissions/0x2a/grader
    /api/v2/submissions/2a/grader /api/v2/submissions/*/grader /api/v2/submissions/42/files/1/grader
    /x/api/v2/submissions/42/grader /submissions/42/grader /old/x/submissions/42/grader /old//submissions/42/grader
    /old/submissions/42/grader /old/7/8/submissions/42/grader /old/*/submissions/42/grader /api/v2/users
    /api/v2/exercises/42/Grader /api/v2/exercises/4x/grader /api/v2/courses/42/grader /api/v2/exercises/42/grader/x
    /api/v2/submissions/42/ /api/v2/Submissions/42/grader /api/v2/submissions/42/graders /api/v2/submissions/42/grade
    /api/v2/submissions/42/grader;x /api/v2;/submissions/42/grader /api//v2/submissions/42/grader
    /api/v2/submissions//42/grader /api/v2/submissions/42//grader /api/v2/submissions/42%2fgrader
    /api/v2/submissions/42/%67rader /api/v2/submissions/42/grader%2f /api/v2/submissions/42%00/grader
    /api/v2/submissions/42/grader% /api/v2/submissions/42/grader%5c /api/v2/submissions/42/grader%0a
    /api/v2/submissions/42/grader%20 /api/v2/submissions/+42/grader /api/v2/submissions/4.2/grader
    /api/v2/submissions/42,43/grader /api/submissions/42/grader /api/v1/submissions/42/grader /v2/submissions/42/grader
    /old/7x/submissions/42/grader /api/v2/submissions/42/grader/@ /api/v2/submissions/42:80/grader
    /api/v2/submissions/42/grader.json /api/v2/submissions/42/grader/= /a//b@c /... /.../api/v2/submissions/42/grader
   
  `).map(withPath),
  query: [
    ...words('? ?token ?Token=x ?tok%65n=x ?t=x ?=x ?& ?token[]=x ??token=x').map(withQuery),
    withQuery(''),
    ...['&a=b', `&token=${token}`, '&next=https://evil.example.net'].map((more) => good + more),
    ...[`?a=b&token=${token}`, `?&token=${token}`, `?token+=${token}`].map(withQuery),
  ],
  token: [
    good + 'a'.repeat(2048 - good.length),
    ...['', '=', 's', 's2a', 's2a.', `?token=${token}`, `x${token}`, `${token}%00`, `${token};a=b`].map(withToken),
    ...['', 'S2a.', 's2A.', 's02a.', 's0.', 's.', 's-2a.', 's0x2a.', 's2a', 's2a:', 's2g.'].map((start) =>
      withToken(start + hash),
    ),
    ...[hash.slice(1), `${hash}a`, `${hash.slice(1)}_`, `${hash.slice(3)}%41`, hash.repeat(2)].map((other) =>
      withToken(`s2a.${other}`),
    ),
  ],
  other_submission: [
    ...words('0 1 2 41 43 4 420 142 042 0042 00 9007199254740993 99999999999999999999999').map((id) =>
      withPath(`/api/v2/submissions/${id}/grader`),
    ),
    withPath('/old/42/submissions/43/grader'),
    ...words('s1 s29 s2b s2 sa s2a2a s42 s20000000000001 sffffffffffffffffffff').map((start) =>
      withToken(`${start}.${hash}`),
    ),
  ],
  exercise_kind: [
    ...words('/api/v2/exercises/42/grader /api/v2/exercises/1/grader/ /exercises/42/grader').map(withPath),
    withPath('/api/v2/submissions/42/exercises/42/grader'),
    ...['eyJ1c2VyIjo0Mn0', 'eyJ1c2VyIjo0Mn0%3D', 'e', `e2a.${hash}`].map(withToken),
    withPath('/api/v2/exercises/42/grader').replace(token, 'eyJ'),
  ],
}
