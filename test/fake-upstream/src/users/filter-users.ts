import { notFound } from '../http/http-error.ts'
import type { User } from '../world/user.ts'

/** Applies `?search=` and `?field=&values=` of the lists of users and students. */
export function filterUsers(users: readonly User[], query: URLSearchParams): User[] {
  const words = (query.get('search') ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  const found = users.filter((user) => words.every((word) => searchable(user).some((text) => text.includes(word))))
  const field = query.get('field')
  if (field === null) return found
  const values = new Set((query.get('values') ?? '').split(',').map((value) => value.trim()))
  if (field === 'id') {
    // If there are no values, A+ reads one empty text, which is not a number either.
    if ([...values].some((value) => !/^\d+$/.test(value))) throw badField()
    return found.filter((user) => values.has(String(user.id)))
  }
  values.delete('')
  if (field === 'student_id') return found.filter((user) => user.studentId !== null && values.has(user.studentId))
  if (field === 'email') return found.filter((user) => values.has(user.email))
  throw badField()
}

function searchable(user: User): string[] {
  return [user.firstName, user.lastName, user.studentId ?? '', user.email].map((text) => text.toLowerCase())
}

const badField = (): Error => notFound("Invalid 'field' query parameter")
