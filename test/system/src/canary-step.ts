import { aSettingsChange } from '@course-grading/test-kit'
import { type RawRequest, rawRequest } from './canary-exchange.ts'

/** One request to public-api, which is built when it is its turn, and the statuses that it may get. */
export interface CanaryStep {
  readonly title: string
  readonly statuses: readonly number[]
  readonly requestAt: (revision: number) => Uint8Array
}

export const settingsPath = '/api/v1/courses/11/settings'
export const authorization = (token: string): [string, string] => ['Authorization', `Token ${token}`]
export const change = (overrides: object = {}): string =>
  JSON.stringify({ ...aSettingsChange({ graders: [] }), ...overrides })

/** An anonymous GET with the given changes. */
export const read = (title: string, statuses: readonly number[], request: Partial<RawRequest>): CanaryStep => ({
  title,
  statuses,
  requestAt: () => rawRequest({ target: settingsPath, ...request }),
})

/** A valid PUT of the teacher with the given changes. A header that is given is added to an existing one, and does not replace it. */
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

/** A request that is given as bytes. */
export const bytes = (title: string, statuses: readonly number[], text: string): CanaryStep => ({
  title,
  statuses,
  requestAt: () => Buffer.from(text, 'latin1'),
})
