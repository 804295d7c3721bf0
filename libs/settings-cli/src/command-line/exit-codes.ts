import type { PublicApiError } from '@course-grading/public-client'

/** All exit codes, the worst first: of several courses the worst is returned. */
export const exitCodes = [
  { code: 64, meaning: 'usage: an option, an argument, the address or the token is wrong' },
  {
    code: 1,
    meaning: 'fault: of the service, the network or a file; also where nobody knows\nwhether a write was stored',
  },
  {
    code: 5,
    meaning: 'not allowed: the token is refused (401) or is not of a teacher (403), or\nthere is no such course (404)',
  },
  { code: 4, meaning: 'invalid: the file, or what the service says about it (400, 413)' },
  { code: 3, meaning: 'conflict: somebody else changed the settings too (409, 412), and nothing\nwas written' },
  { code: 2, meaning: 'differences between file and service' },
  { code: 0, meaning: 'fine' },
] as const

export type ExitCode = (typeof exitCodes)[number]['code']

export function worstOf(codes: readonly ExitCode[]): ExitCode {
  return exitCodes.find(({ code }) => codes.includes(code))?.code ?? 0
}

const ofStatus: Readonly<Record<number, ExitCode>> = { 400: 4, 401: 5, 403: 5, 404: 5, 409: 3, 412: 3, 413: 4 }

export function exitCodeOf({ status }: PublicApiError): ExitCode {
  return ofStatus[status ?? 0] ?? 1
}
