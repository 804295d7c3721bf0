import { describe, expect, it } from 'vitest'
import { parseCallbackAllowance } from './callback-allowed.ts'

describe('parseCallbackAllowance', () => {
  it.each([
    ['https://plus.example.org/api/v2/submissions/*/grader', undefined],
    ['http://127.0.0.1:8090/api/v2/submissions/*/grader', '127.0.0.1/32'],
    ['https://plus.example.org/submissions/*/grader', '2001:db8::/48'],
    ['https://plus.example.org:8443/*/submissions/*/grader', '0.0.0.0/0'],
  ])('reads %s with the range %s', (pattern, cidr) => {
    expect(parseCallbackAllowance(cidr === undefined ? pattern : `${pattern}|${cidr}`)).toEqual({ pattern, cidr })
  })

  it.each([
    '',
    'plus.example.org',
    'https://plus.example.org',
    'https://plus.example.org/*',
    'ftp://plus.example.org/submissions/*/grader',
    'https://*.example.org/submissions/*/grader',
    'https://user:pw@plus.example.org/submissions/*/grader',
    'https://plus.example.org/submissions/*/grader|10.0.0.0/33',
  ])('refuses %j', (text) => {
    expect(parseCallbackAllowance(text)).toBeUndefined()
  })
})
