import { good, hash, rows, token, withHost, withPath, withToken, type Row } from './callback-url-row.fixture.ts'

/** They lead to another host, another path, or the grade of something else. */
export const elsewhere: readonly Row[] = [
  ...rows('origin', [
    ...`
  evil.example.net plus.example.org.evil.example.net evilplus.example.org plus.example.com example.org
  plus-example.org plus.example.org. plus.example.org.. sub.plus.example.org plus.example.org:8443
  plus.example.org:80 plus.example.org:444 plus.example.org:1 grader.example.org
  grader.example.org:8444 127.0.0.1 127.0.0.1:8090 10.0.0.1 169.254.169.254 0.0.0.0 192.168.1.1 [::1]
  [::1]:8090 [::ffff:7f00:1] [::ffff:a9fe:a9fe] [64:ff9b::7f00:1] [2002:7f00:1::] [fe80::1] localhost
  localhost:8090 xn--plus-5qa.example.org:8443 xn--pls-hoa.example.org xn-- plus_.example.org
  -plus.example.org upper.example.org port.example.org all.example.org dots.example.org
  open.example.org plus.example.org! plus*.example.org *
`
      .trim()
      .split(/\s+/)
      .map(withHost),
    good.replace('https', 'http'),
    good.replace('https', 'ws'),
    good.replace('https', 'wss'),
    good.replace('https', 'ftp'),
    good.replace('https', 'httpss'),
    good.replace('https', 'blob:https'),
    'javascript:alert(1)',
    'data:text/plain,x',
    'file:///etc/passwd',
    'about:blank',
    'mailto:a',
    good.replace('https://plus.example.org', 'http://127.0.0.1'),
    good.replace('https://plus.example.org', 'http://127.0.0.1:8091'),
    good.replace('https://plus.example.org', 'http://127.0.0.2:8090'),
    good.replace('https://plus.example.org', 'http://localhost:8090'),
    good.replace('https://plus.example.org', 'http://[::1]:8091'),
    `view-source:${good}`,
    `x:${good}`,
  ]),

  ...rows(
    'path',
    `
  / // /api /api/v2/submissions/42 /api/v2/submissions/42/ /api/v2/submissions/42/Grader
  /api/v2/Submissions/42/grader /API/v2/submissions/42/grader /api/v2/submissions/42/graders
  /api/v2/submissions/42/grade /api/v2/submissions/42/grader// /api/v2/submissions/42/grader/x
  /api/v2/submissions/42/grader;x /api/v2/submissions/42;x/grader /api/v2;/submissions/42/grader
  //api/v2/submissions/42/grader /api//v2/submissions/42/grader /api/v2/submissions//42/grader
  /api/v2/submissions/42//grader /api/v2/submissions/%34%32/grader /api/v2/submissions/42%2fgrader
  /api/v2/submissions%2F42/grader /api/v2/submissions/42/%67rader /api/v2/submissions/42/grader%2f
  /api/v2/submissions/42/grader%00 /api/v2/submissions/42%00/grader /api/v2/submissions/42/grader%
  /api/v2/submissions/%252e%252e/42/grader /api/v2/submissions/42/grader%5c
  /api/v2/submissions/42/grader%0a /api/v2/submissions/42/grader%20 /api/v2/submissions/+42/grader
  /api/v2/submissions/-42/grader /api/v2/submissions/4.2/grader /api/v2/submissions/42e0/grader
  /api/v2/submissions/0x2a/grader /api/v2/submissions/2a/grader /api/v2/submissions/*/grader
  /api/v2/submissions//grader /api/v2/submissions/42,43/grader /api/v2/submissions/42/files/1/grader
  /x/api/v2/submissions/42/grader /api/submissions/42/grader /api/v1/submissions/42/grader
  /v2/submissions/42/grader /submissions/42/grader /old/x/submissions/42/grader
  /old//submissions/42/grader /old/submissions/42/grader /old/7/8/submissions/42/grader
  /old/7x/submissions/42/grader /old/*/submissions/42/grader /api/v2/users
  /api/v2/submissions/42/grader/@ /api/v2/submissions/42:80/grader /api/v2/submissions/42/grader.json
  /api/v2/submissions/42/grader/= /api/v2/exercises/42/Grader /api/v2/exercises/4x/grader
  /api/v2/courses/42/grader /api/v2/exercises/42/grader/x /a//b@c /...
  /.../api/v2/submissions/42/grader
`
      .trim()
      .split(/\s+/)
      .map(withPath),
  ),

  ...rows('other_submission', [
    ...'0 1 41 43 4 2 420 142 042 0042 00 9007199254740993 99999999999999999999999'
      .split(' ')
      .map((id) => withPath(`/api/v2/submissions/${id}/grader`)),
    withPath('/old/42/submissions/43/grader'),
    ...['s1', 's29', 's2b', 's2', 'sa', 's2a2a', 's42', 's20000000000001', 'sffffffffffffffffffff'].map((start) =>
      withToken(`${start}.${hash}`),
    ),
  ]),

  ...rows('exercise_kind', [
    withPath('/api/v2/exercises/42/grader'),
    withPath('/api/v2/exercises/1/grader/'),
    withPath('/exercises/42/grader'),
    withPath('/api/v2/submissions/42/exercises/42/grader'),
    withToken('eyJ1c2VyIjo0Mn0'),
    withToken('eyJ1c2VyIjo0Mn0%3D'),
    withToken('e'),
    withToken(`e2a.${hash}`),
    withToken('e%3D%3D'),
    withPath('/api/v2/exercises/42/grader').replace(token, 'eyJ'),
  ]),
]
