import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { tokenVariable, urlVariable } from './commands.ts'

export interface Environment {
  readonly url: string | undefined
  readonly token: string | undefined
  readonly noColor: string | undefined
  readonly term: string | undefined
}

interface Where {
  readonly cwd: string
  readonly env: Environment
  readonly url: string | undefined
  readonly tokenFile: string | undefined
}

export interface Connection {
  readonly baseUrl: string
  readonly token: string
  readonly problems: readonly string[]
}

/** Where the token is looked for, in words; never what it is. */
export function tokenSource({ env, tokenFile }: Pick<Where, 'env' | 'tokenFile'>): string {
  if (tokenFile !== undefined) return `The token comes from the file of --token-file, ${tokenFile}.`
  const isSet = (env.token ?? '') !== ''
  return `The token comes from the variable ${tokenVariable}, which is ${isSet ? 'set' : 'not set'}.`
}

/** Address and token, or everything that is wrong with them. */
export async function readConnection(where: Where): Promise<Connection> {
  const address = where.url ?? where.env.url ?? ''
  const token = await readToken(where)
  const source = tokenSource(where)
  const problems = [addressProblem(address), tokenProblem(token)].flatMap((problem, index) =>
    problem === null ? [] : [index === 0 ? problem : `${problem} ${source}`],
  )
  return { baseUrl: address, token: token ?? '', problems }
}

async function readToken({ cwd, env, tokenFile }: Where): Promise<string | null> {
  if (tokenFile === undefined) return env.token ?? ''
  return await readFile(resolve(cwd, tokenFile), 'utf8').then(
    (text) => text.trim(),
    () => null,
  )
}

function tokenProblem(token: string | null): string | null {
  if (token === null) return 'The file of the token cannot be read.'
  if (token === '') return 'There is no token.'
  return /^[\x21-\x7e]{1,256}$/.test(token) ? null : 'The token is not of 1 to 256 visible characters of ASCII.'
}

function addressProblem(address: string): string | null {
  if (address === '') return `There is no address: give --url or ${urlVariable}.`
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return 'The address is not one of https.'
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return 'The address must have no user, query or fragment.'
  const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)
  return url.protocol === 'https:' || isLoopback
    ? null
    : 'The address must be of https: the token would be readable on its way.'
}
