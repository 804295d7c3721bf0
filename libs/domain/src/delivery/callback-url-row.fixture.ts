import type { CallbackUrlProblem } from './callback-url.ts'

/** Submission 42 is 2a in hexadecimal. */
export const submissionId = 42
export const token = 's2a.0123456789abcdefABCDEFghijklmnop'
export const good = `https://plus.example.org/api/v2/submissions/42/grader?token=${token}`

export type Row = readonly [verdict: CallbackUrlProblem | 'ok', url: string]

export const rows = (verdict: Row[0], urls: readonly string[]): Row[] => urls.map((url) => [verdict, url])
export const withHost = (host: string) => good.replace('plus.example.org', host)
export const withPath = (path: string) => good.replace('/api/v2/submissions/42/grader', path)
export const withQuery = (query: string) => good.replace(`?token=${token}`, query)
export const withToken = (other: string) => good.replace(token, other)

export const hash = token.slice(4)
