import { notFound } from '../http/http-error.ts'
import type { User } from '../world/user.ts'

/** Applies `?field=&values=` of the lists of users and students. */
export function filterUsers(users: readonly User[], query: URLSearchParams): readonly User[] {
  const field = query.get('field')
  if (field === null) return users
  const values = new Set((query.get('values') ?? '').split(',').map((value) => value.trim()))
  // If there are no values, A+ reads one empty text, which is not a number either.
  if (field === 'id' && ![...values].some((value) => !/^\d+$/.test(value)))
    return users.filter((user) => values.has(String(user.id)))
  values.delete('')
  if (field === 'email') return users.filter((user) => values.has(user.email))
  throw notFound("Invalid 'field' query parameter")
}
