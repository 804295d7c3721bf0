import type { PublicApiError } from '@course-grading/public-client'

const table = [
  { code: 64, what: 'usage: an option, an argument, the address or the token is wrong', statuses: [] },
  { code: 1, what: 'fault, or unknown: the service, the network or a file failed', statuses: [] },
  { code: 5, what: 'not allowed: a token refused, no teacher, no such course', statuses: [401, 403, 404] },
  { code: 4, what: 'invalid: the file, or what the service says about it', statuses: [400, 413] },
  { code: 3, what: 'conflict: others changed the settings, nothing was written', statuses: [409, 412] },
  { code: 2, what: 'differences between file and service', statuses: [] },
  { code: 0, what: 'fine', statuses: [] },
] as const

/** All exit codes, the worst first: of several courses the worst is returned. `statuses` are those of replies that end so. */
export const exitCodes = table.map(({ code, what, statuses }) => ({
  code,
  statuses: statuses as readonly (number | null)[],
  meaning: statuses.length === 0 ? what : `${what} (${statuses.join(', ')})`,
}))

export type ExitCode = (typeof exitCodes)[number]['code']

export function worstOf(codes: readonly ExitCode[]): ExitCode {
  return exitCodes.find(({ code }) => codes.includes(code))?.code ?? 0
}

export function exitCodeOf({ status }: PublicApiError): ExitCode {
  return exitCodes.find(({ statuses }) => statuses.includes(status))?.code ?? 1
}
