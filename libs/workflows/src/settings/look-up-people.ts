import {
  fetchUser,
  findUsersByEmail,
  type Upstream,
  type UpstreamCall,
  type UserByEmail,
} from '@course-grading/upstream'
import pMap from 'p-map'

/** The learning platform takes no more in one look-up. */
const addressesAtOnce = 50
const callsAtOnce = 4

/** The ids of all people with each address. Each address is looked up once, 50 at a time. */
export async function lookUpPeopleByAddress(
  upstream: Upstream,
  call: UpstreamCall,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const distinct = [...new Set(addresses)].filter((address) => address !== '')
  const found: UserByEmail[] = []
  for (let from = 0; from < distinct.length; from += addressesAtOnce) {
    found.push(...(await findUsersByEmail(upstream, call, distinct.slice(from, from + addressesAtOnce))))
  }
  const people = Map.groupBy(found, ({ email }) => email)
  return new Map(people.entries().map(([address, users]) => [address, users.map(({ userId }) => userId)]))
}

/** Leaves out people whose address somebody else has, too. */
export async function lookUpUniqueAddresses(
  upstream: Upstream,
  call: UpstreamCall,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const users = await pMap(userIds, (userId) => fetchUser(upstream, call, userId), { concurrency: callsAtOnce })
  const addresses = users.flatMap((user) => (user === null ? [] : [user.email]))
  const people = await lookUpPeopleByAddress(upstream, call, addresses)
  return new Map(
    people
      .entries()
      .flatMap(([address, [userId, ...others]]) =>
        userId === undefined || others.length > 0 ? [] : [[userId, address] as const],
      ),
  )
}
