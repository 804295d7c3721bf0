import type { PublicApiError } from '@course-grading/public-client'

/** All exit codes, the worst first: of several courses the worst is returned. */
export const exitCodes = [
  { code: 64, meaning: 'usage: an option, an argument, the address or the token is wrong' },
  { code: 1, meaning: 'fault, or unknown: the service, the network or a file failed' },
  { code: 5, meaning: 'not allowed: a token refused, no teacher, no such course (401, 403, 404)' },
  { code: 4, meaning: 'invalid: the file, or what the service says about it (400, 413)' },
  { code: 3, meaning: 'conflict: others changed the settings, nothing was written (409, 412)' },
  { code: 2, meaning: 'differences between file and service' },
  { code: 0, meaning: 'fine' },
] as const

export type ExitCode = (typeof exitCodes)[number]['code']

export function worstOf(codes: readonly ExitCode[]): ExitCode {
  return exitCodes.find(({ code }) => codes.includes(code))?.code ?? 0
}

/** Of a reply, as the table says. */
export function exitCodeOf({ status }: PublicApiError): ExitCode {
  return exitCodes.find(({ meaning }) => status !== null && meaning.includes(String(status)))?.code ?? 1
}
