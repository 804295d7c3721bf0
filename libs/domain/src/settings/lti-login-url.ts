import type { Issue } from '../errors/domain-error.ts'

const maxUrl = 2048

/** A teacher copies the URL from the course's menu: it must lie where the course's page lies, and lead to a menu item's login. */
export function ltiLoginUrlIssues(url: string, coursePage: string): Issue[] {
  const path = '$.ltiLoginUrl'
  if (url.length > maxUrl) return [{ path, code: 'too_long', message: `At most ${maxUrl} characters.` }]
  const login = URL.parse(url)
  if (
    login === null ||
    login.href !== url ||
    !/^https?:$/.test(login.protocol) ||
    login.username + login.password !== ''
  ) {
    return [
      {
        path,
        code: 'invalid_format',
        message: 'Must be an absolute http or https address without user information, as a browser shows it.',
      },
    ]
  }
  const { origin } = URL.parse(coursePage) ?? {}
  if (login.origin !== origin)
    return [
      { path, code: 'invalid_value', message: "Must have the origin of the course's page on the learning platform." },
    ]
  if (!/\/lti-login\/[0-9]+\/$/.test(login.pathname)) {
    return [{ path, code: 'invalid_value', message: 'Its path must end in /lti-login/, digits, and a slash.' }]
  }
  return []
}
