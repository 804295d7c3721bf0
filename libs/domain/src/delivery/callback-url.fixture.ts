import { good, rows, withHost, withPath, withToken, type Row } from './callback-url-row.fixture.ts'
import { wrongTokens } from './callback-url-tokens.fixture.ts'
import type { AllowedCallback } from './callback-url.ts'
import { elsewhere } from './callback-urls-elsewhere.fixture.ts'
import { unreadable } from './unreadable-callback-urls.fixture.ts'

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

export const table: readonly Row[] = [
  ...rows('ok', [
    good,
    withPath('/api/v2/submissions/42/grader/'),
    withPath('/old/7/submissions/42/grader'),
    withPath('/old/007/submissions/42/grader/'),
    withHost('grader.example.org:8443'),
    good.replace('https://plus.example.org', 'http://127.0.0.1:8090'),
    good.replace('https://plus.example.org', 'http://[::1]:8090'),
    withHost('xn--plus-5qa.example.org'),
    withToken(`s2a.${'A'.repeat(32)}`),
    withToken(`s2a.${'z'.repeat(32)}`),
    withToken(`s2a.${'0'.repeat(32)}`),
    withToken(`s2a.e${'9'.repeat(31)}`),
    withToken(`s2a.${'grader'.repeat(5)}xy`),
  ]),
  ...unreadable,
  ...elsewhere,
  ...wrongTokens,
]
