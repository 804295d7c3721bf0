import type { UpstreamStatus } from './submission-detail.ts'

export const uncountedStatuses = ['unofficial', 'rejected', 'error'] as const satisfies readonly UpstreamStatus[]

/** Whether the submission supersedes nothing. A grade that the platform refuses sets the error itself, whatever was handed in. */
export function isUncounted(status: string, { wasRefused }: { readonly wasRefused: boolean }): boolean {
  return uncountedStatuses.some((each) => each === status) && !(status === 'error' && wasRefused)
}
