import { describe, expect, it } from 'vitest'
import { ltiLoginUrlIssues } from './lti-login-url.ts'

const page = 'https://plus.example.org/def/current/'
const codeOf = (url: string, coursePage = page) => ltiLoginUrlIssues(url, coursePage).map(({ path, code }) => `${path} ${code}`)

describe('ltiLoginUrlIssues', () => {
  it.each(['https://plus.example.org/def/current/lti-login/5/', 'https://plus.example.org/lti-login/123456/'])('takes %s', (url) => {
    expect(codeOf(url)).toEqual([])
  })

  it('takes plain HTTP where the course page has it', () => {
    expect(codeOf('http://127.0.0.1:8090/x/lti-login/5/', 'http://127.0.0.1:8090/def/current/')).toEqual([])
  })

  it.each([
    'http://plus.example.org/lti-login/5/', 'https://plus.example.org:8443/lti-login/5/', 'https://other.example.org/lti-login/5/',
    'https://plus.example.org.evil.example/lti-login/5/', 'https://plus.example.org/lti-login/5', 'https://plus.example.org/lti-login/x/',
    'https://plus.example.org/lti-login//', 'https://plus.example.org/lti-login/5/more', 'https://plus.example.org/?/lti-login/5/',
    'https://plus.example.org/#/lti-login/5/', 'https://plus.example.org/xlti-login/5/',
  ])('refuses %s as not being of the course', (url) => {
    expect(codeOf(url)).toEqual(['$.ltiLoginUrl invalid_value'])
  })

  it.each([
    '/lti-login/5/', '', 'https://user@plus.example.org/lti-login/5/', 'https://:pw@plus.example.org/lti-login/5/', 'HTTPS://plus.example.org/lti-login/5/',
    ' https://plus.example.org/lti-login/5/', 'https://plus.example.org/a/../lti-login/5/', 'https://plus.example.org\\lti-login\\5\\', 'javascript:/lti-login/5/',
  ])('refuses %j, which is no address as a browser shows it', (url) => {
    expect(codeOf(url)).toEqual(['$.ltiLoginUrl invalid_format'])
  })

  it('refuses an address of 2049 characters', () => {
    expect(codeOf(`https://plus.example.org/${'a'.repeat(2049 - 38)}/lti-login/5/`)).toEqual(['$.ltiLoginUrl too_long'])
  })

  it('takes nothing while the platform tells no page of the course', () => {
    expect(codeOf('https://plus.example.org/lti-login/5/', '')).toEqual(['$.ltiLoginUrl invalid_value'])
  })
})
