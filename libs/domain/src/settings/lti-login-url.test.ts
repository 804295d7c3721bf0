import { describe, expect, it } from 'vitest'
import { ltiLoginUrlIssues } from './lti-login-url.ts'

const page = 'https://plus.example.org/def/current/'
const codeOf = (url: string, coursePage = page) =>
  ltiLoginUrlIssues(url, coursePage).map(({ path, code }) => `${path} ${code}`)

describe('ltiLoginUrlIssues', () => {
  it.each(['https://plus.example.org/def/current/lti-login/5/', 'https://plus.example.org/lti-login/123456/'])(
    'accepts %s',
    (url) => {
      expect(codeOf(url)).toEqual([])
    },
  )

  it('accepts plain HTTP if the course page has it', () => {
    expect(codeOf('http://127.0.0.1:8090/x/lti-login/5/', 'http://127.0.0.1:8090/def/current/')).toEqual([])
  })

  it.each([
    'http://plus.example.org/lti-login/5/',
    'https://plus.example.org:8443/lti-login/5/',
    'https://other.example.org/lti-login/5/',
    'https://plus.example.org.evil.example/lti-login/5/',
    'https://evilplus.example.org/lti-login/5/',
    'https://plus.example.org./lti-login/5/',
    'https://plus.example.orgplus.example.org/lti-login/5/',
    'https://evil.example/https://plus.example.org/lti-login/5/',
    'https://plus.example.org/lti-login/5',
    'https://plus.example.org/lti-login/x/',
    'https://plus.example.org/lti-login//',
    'https://plus.example.org/lti-login/5/more',
    'https://plus.example.org/?/lti-login/5/',
    'https://plus.example.org/#/lti-login/5/',
    'https://plus.example.org/xlti-login/5/',
  ])('rejects %s, which does not belong to the course', (url) => {
    expect(codeOf(url)).toEqual(['$.ltiLoginUrl invalid_value'])
  })

  it.each([
    '/lti-login/5/',
    '',
    'https://user@plus.example.org/lti-login/5/',
    'https://:pw@plus.example.org/lti-login/5/',
    'HTTPS://plus.example.org/lti-login/5/',
    ' https://plus.example.org/lti-login/5/',
    'https://plus.example.org/a/../lti-login/5/',
    'https://plus.example.org\\lti-login\\5\\',
    'javascript:/lti-login/5/',
    'httpsx://plus.example.org/lti-login/5/',
    'xhttps://plus.example.org/lti-login/5/',
  ])('rejects %j, which is not written as a browser shows an address', (url) => {
    expect(codeOf(url)).toEqual(['$.ltiLoginUrl invalid_format'])
  })

  it('accepts an address of 2048 characters, and rejects one of 2049', () => {
    const ofLength = (length: number) => `https://plus.example.org/${'a'.repeat(length - 38)}/lti-login/5/`
    expect(codeOf(ofLength(2048))).toEqual([])
    expect(codeOf(ofLength(2049))).toEqual(['$.ltiLoginUrl too_long'])
  })

  it.each([
    ['At most 2048 characters.', `https://plus.example.org/${'a'.repeat(2048)}`],
    ['Must be an absolute http or https address without user information, as a browser shows it.', '/lti-login/5/'],
    ["Must have the origin of the course's page on the learning platform.", 'https://other.example.org/lti-login/5/'],
    ['Its path must end in /lti-login/, digits, and a slash.', 'https://plus.example.org/5/'],
  ])('explains what an address must be: %s', (message, url) => {
    expect(ltiLoginUrlIssues(url, page).map((issue) => issue.message)).toEqual([message])
  })

  it('rejects every address while the platform reports no page of the course', () => {
    expect(codeOf('https://plus.example.org/lti-login/5/', '')).toEqual(['$.ltiLoginUrl invalid_value'])
  })
})
