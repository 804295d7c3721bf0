import Type from 'typebox'
import { replyCheck, text, upstreamId } from '../replies/reply-check.ts'
import { pageBytes } from '../replies/sizes.ts'
import { pageOf, walkPages } from '../pages/walk-pages.ts'
import { wholeJson } from '../replies/whole-json.ts'
import type { Upstream, UpstreamCall } from '../client/client.ts'

export interface UserByEmail {
  readonly userId: number
  readonly email: string
}

const maxEmails = 50

/** Servers in front of A+ take heads of at least 4 KiB, token and other headers included. */
const maxQueryCharacters = 2000

const readUsers = wholeJson(replyCheck(pageOf(Type.Object({ id: upstreamId, email: text }))))

/** For at most 50 addresses, compared character by character. Several people may share one. Only teachers get others than themselves. */
export async function findUsersByEmail(
  upstream: Upstream,
  call: UpstreamCall,
  emails: readonly string[],
): Promise<UserByEmail[]> {
  if (emails.length > maxEmails) throw new RangeError(`At most ${maxEmails} addresses can be asked for at once.`)
  const wanted = new Set(emails.filter(canBeAsked))
  const found = new Map<number, UserByEmail>()
  for (const values of queriesOf([...wanted])) {
    const users = await walkPages(upstream, call, {
      operation: 'findUsersByEmail',
      purpose: 'data',
      path: `/users?field=email&values=${values}`,
      limitBytes: pageBytes,
      read: readUsers,
    })
    for (const { id, email } of users) if (wanted.has(email)) found.set(id, { userId: id, email })
  }
  return [...found.values()]
}

/** A+ cuts the value at commas and trims the parts, so nobody is found by an address with a comma or outer blanks. */
function canBeAsked(email: string): boolean {
  return email !== '' && email === email.trim() && !email.includes(',') && email.isWellFormed()
}

/** Makes values of a query, in as few queries as their length allows. */
function queriesOf(emails: readonly string[]): string[] {
  const queries: string[] = []
  for (const value of emails.map(encodeURIComponent)) {
    const last = queries.at(-1)
    if (last === undefined || last.length + value.length >= maxQueryCharacters) queries.push(value)
    else queries.splice(-1, 1, `${last},${value}`)
  }
  return queries
}
