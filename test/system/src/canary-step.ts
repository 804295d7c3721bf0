import { aSettingsChange } from '@course-grading/test-kit'
import { type RawRequest, rawRequest } from './canary-exchange.ts'

/** One request to public-api, made when its turn comes, and the statuses that show that it went the way it was meant to. */
export interface CanaryStep {
  readonly title: string
  readonly statuses: readonly number[]
  readonly requestAt: (revision: number) => Uint8Array
}

export const settingsPath = '/api/v1/courses/11/settings'
export const authorization = (token: string): [string, string] => ['Authorization', `Token ${token}`]
export const change = (overrides: object = {}): string =>
  JSON.stringify({ ...aSettingsChange({ graders: [] }), ...overrides })

/** A GET as nobody with what is given. */
export const read = (title: string, statuses: readonly number[], request: Partial<RawRequest>): CanaryStep => ({
  title,
  statuses,
  requestAt: () => rawRequest({ target: settingsPath, ...request }),
})

/** A PUT as the teacher with everything as it should be but what is given; the later of two equal headers is added, not put in place. */
export const write = (
  title: string,
  statuses: readonly number[],
  {
    token,
    body,
    headers = [],
    without = [],
  }: {
    token: string
    body: string | Uint8Array
    headers?: [string, string][]
    without?: string[]
  },
): CanaryStep => ({
  title,
  statuses,
  requestAt: (revision) => {
    const usual: [string, string][] = [
      authorization(token),
      ['Content-Type', 'application/json'],
      ['If-Match', `"${revision}"`],
    ]
    return rawRequest({
      method: 'PUT',
      target: settingsPath,
      headers: [...usual.filter(([name]) => !without.includes(name)), ...headers],
      body,
    })
  },
})

/** A request as its bytes. */
export const bytes = (title: string, statuses: readonly number[], text: string): CanaryStep => ({
  title,
  statuses,
  requestAt: () => Buffer.from(text, 'latin1'),
})
