import type { Dispatcher } from 'undici'

/** How the twin calls the learning platform. */
export interface TwinCalls {
  readonly upstream: Dispatcher
  readonly headers: Record<string, string>
}

interface TwinSubmission {
  readonly exercise: { readonly id: number }
  readonly submission_data: readonly (readonly [string, string])[]
  readonly files: readonly { readonly id: number; readonly filename: string; readonly param_name: string }[]
}

/** The body of a reply that has not been read. */
export async function openPath(
  { upstream, headers }: TwinCalls,
  path: string,
): Promise<Dispatcher.ResponseData['body']> {
  return (await upstream.request({ method: 'GET', path, headers })).body
}

export async function readSubmission(calls: TwinCalls, submissionId: number): Promise<TwinSubmission> {
  return (await (await openPath(calls, `/api/v2/submissions/${submissionId}`)).json()) as TwinSubmission
}

export const fileOf = (calls: TwinCalls, submissionId: number, fileId: number) =>
  openPath(calls, `/api/v2/submissions/${submissionId}/files/${fileId}`)
