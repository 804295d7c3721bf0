import { describe, expect, it } from 'vitest'
import { checkCallbackUrl, isCallbackPattern, detailUrlOf, type AllowedCallback } from './callback-url.ts'
import { allowed, good, submissionId, token, urlsByVerdict } from './callback-url.fixture.ts'

describe('checkCallbackUrl', () => {
  it('has a verdict on each of at least three hundred URLs', () => {
    expect(new Set(Object.values(urlsByVerdict).flat()).size).toBeGreaterThanOrEqual(300)
  })

  it.each(Object.entries(urlsByVerdict))('has the verdict %s on each of its URLs', (verdict, urls) => {
    expect(urls).not.toHaveLength(0)
    expect(urls.map((url) => [verdictOf(url), url])).toEqual(urls.map((url) => [verdict, url]))
  })

  it.each([
    [1, '1'],
    [255, 'ff'],
    [4096, '1000'],
    [9_007_199_254_740_991, '1fffffffffffff'],
  ])('finds submission %i, written as %s, in the token', (id, hexId) => {
    const url = (hex: string) => good.replace('/42/', `/${id}/`).replace('s2a', `s${hex}`)
    expect([verdictOf(url(hexId), id), verdictOf(url(`${hexId}0`), id)]).toEqual(['ok', 'other_submission'])
  })

  it.each([
    [0, 'other_submission'],
    [9_007_199_254_740_992, 'other_submission'],
    [-42, 'path'],
    [42.5, 'path'],
    [NaN, 'path'],
    [Infinity, 'path'],
  ])('accepts no URL for %d, which is no submission id', (id, verdict) => {
    expect(verdictOf(good.replace('/42/', `/${id}/`).replace('s2a', `s${id.toString(16)}`), id)).toBe(verdict)
  })

  it('allows no URL without configured patterns', () => {
    expect(verdictOf(good, submissionId, [])).toBe('origin')
  })

  it('returns the target of the send, byte for byte', () => {
    const { method, ...target } = targetOf(good)
    expect([method, target]).toEqual([
      'POST',
      {
        url: good,
        origin: 'https://plus.example.org',
        protocol: 'https:',
        hostname: 'plus.example.org',
        port: 443,
        path: `/api/v2/submissions/42/grader?token=${token}`,
        cidrs: ['10.0.0.0/8'],
      },
    ])
  })

  it.each([
    [
      'https://grader.example.org:8443',
      { protocol: 'https:', hostname: 'grader.example.org', port: 8443, cidrs: ['2001:db8::/48'] },
    ],
    ['http://127.0.0.1:8090', { protocol: 'http:', hostname: '127.0.0.1', port: 8090, cidrs: ['127.0.0.1/32'] }],
    ['http://[::1]:8090', { protocol: 'http:', hostname: '[::1]', port: 8090, cidrs: ['::1/128'] }],
  ])('returns host, port and ranges of %s', (origin, expected) => {
    expect(targetOf(good.replace('https://plus.example.org', origin))).toMatchObject({ origin, ...expected })
  })

  it('uses port 80 for plain HTTP without a port', () => {
    const list: AllowedCallback[] = [{ pattern: 'http://a.test/submissions/*/grader', cidr: undefined }]
    expect(targetOf(`http://a.test/submissions/42/grader?token=${token}`, list)).toMatchObject({
      port: 80,
      protocol: 'http:',
      cidrs: [],
    })
  })

  it('returns every range of the origin, whichever path matched', () => {
    expect(targetOf(good.replace('/api/v2', '/old/7')).cidrs).toEqual(['10.0.0.0/8'])
  })
})

describe('detailUrlOf', () => {
  it.each(['', '/'])('removes the last segment, written with %j at its end', (slash) => {
    const target = targetOf(good.replace('grader', `grader${slash}`))
    expect(detailUrlOf(target)).toEqual({
      ...target,
      method: 'GET',
      path: `/api/v2/submissions/42?token=${token}`,
      url: good.replace('/grader', ''),
    })
  })

  it('does not change a token that equals the segment', () => {
    const spelled = `s2a.${'grader'.repeat(5)}xy`
    expect(detailUrlOf(targetOf(good.replace(token, spelled))).path).toBe(`/api/v2/submissions/42?token=${spelled}`)
  })
})

describe('isCallbackPattern', () => {
  it.each([
    'https://plus.example.org/api/v2/submissions/*/grader',
    'http://127.0.0.1:8090/submissions/*/grader',
    'https://[2001:db8::1]/a-b_c.d~e/submissions/*/grader',
    'https://plus.example.org/*/x/submissions/*/grader',
  ])('accepts %s', (pattern) => {
    expect(isCallbackPattern(pattern)).toBe(true)
  })

  it.each([
    '',
    'https://plus.example.org',
    'https://plus.example.org/*',
    'https://plus.example.org/submissions/*/grader/',
    'https://plus.example.org/submissions/*/graders',
    'https://plus.example.org/submissions/42/grader',
    'https://plus.example.org/submissions/**/grader',
    'https://plus.example.org/submissions/4*/grader',
    'https://plus.example.org/exercises/*/grader',
    'https://plus.example.org/xsubmissions/*/grader',
    'https://plus.example.org//submissions/*/grader',
    'https://plus.example.org/a;b/submissions/*/grader',
    'https://plus.example.org/%41/submissions/*/grader',
    'https://plus.example.org/../submissions/*/grader',
    'https://plus.example.org/./submissions/*/grader',
    'https://PLUS.example.org/submissions/*/grader',
    'https://plus.example.org:443/submissions/*/grader',
    'https://user@plus.example.org/submissions/*/grader',
    'https://*.example.org/submissions/*/grader',
    'https://127.1/submissions/*/grader',
    'https://plus.example.org?/submissions/*/grader',
    'https://plus.example.org#/submissions/*/grader',
    'ftp://plus.example.org/submissions/*/grader',
    ' https://plus.example.org/submissions/*/grader',
    'https://plus.example.org/submissions/*/grader?token=',
    'x:https://plus.example.org/submissions/*/grader',
  ])('refuses %j', (pattern) => {
    expect(isCallbackPattern(pattern)).toBe(false)
  })
})

const verdictOf = (url: string, id = submissionId, list = allowed) => {
  const check = checkCallbackUrl(url, id, list)
  return check.ok ? 'ok' : check.verdict
}

const targetOf = (url: string, list = allowed) => {
  const check = checkCallbackUrl(url, submissionId, list)
  if (!check.ok) throw new Error(check.verdict)
  return check.target
}
