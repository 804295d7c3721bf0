import { resolve } from 'node:path'
import { isLoopback } from '@course-grading/outbound/loopback'
import { tokenPattern } from '@course-grading/public-client'
import { FileProblem, readText } from '../store/course-files.ts'
import { tokenVariable, urlVariable } from './help.ts'

export interface Environment {
  readonly url?: string | undefined
  readonly token?: string | undefined
  readonly noColor?: string | undefined
}

/** Where the token is looked for, in words; never what it is. */
export function tokenSource({ token }: Environment, tokenFile: string | undefined): string {
  if (tokenFile !== undefined) return 'The token comes from the file of --token-file.'
  return `The token comes from ${tokenVariable}, which is ${token ? 'set' : 'not set'}.`
}

export async function readConnection(cwd: string, env: Environment, options: ReadonlyMap<string, string>) {
  const tokenFile = options.get('token-file')
  const baseUrl = options.get('url') ?? env.url ?? ''
  const read = tokenFile === undefined ? env.token : await readText(resolve(cwd, tokenFile)).catch(problemOfFile)
  const token = typeof read === 'string' ? read.trim() : ''
  const wrong = 'There is no token, or it is not of 1 to 256 visible characters of ASCII.'
  const isToken = tokenPattern.test(token)
  const ofToken = read instanceof FileProblem ? 'The file of --token-file is not a regular file.' : wrong
  const problems = [addressProblem(baseUrl), isToken ? null : `${ofToken} ${tokenSource(env, tokenFile)}`]
  return { baseUrl, token, problems: problems.filter((problem) => problem !== null) }
}

/** What the path of a token file is may itself be the token, so no message of the system is shown. */
function problemOfFile(problem: unknown): FileProblem | null {
  return problem instanceof FileProblem ? problem : null
}

function addressProblem(address: string): string | null {
  if (address === '') return `There is no address: give --url or ${urlVariable}.`
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return 'The address is not one of https.'
  if (url.username + url.password + url.search + url.hash !== '')
    return 'The address must have no user, query or fragment.'
  const isOfThisMachine = isLoopback(url.hostname.replace(/^\[|\]$/g, ''))
  return url.protocol === 'https:' || isOfThisMachine
    ? null
    : 'The address must be of https: others could read the token.'
}
