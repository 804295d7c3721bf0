import type { Call } from '../http/call.ts'
import { unauthorized } from '../http/http-error.ts'
import type { User } from '../world/user.ts'
import type { Caller } from '../http/caller.ts'
import { readExerciseToken } from './exercise-token.ts'

/** Reads the credentials in A+'s order: a user token in the header wins over a grader token in the query. */
export function authenticate(call: Call): Caller {
  const header = call.request.headers.authorization
  const user = header === undefined ? null : userFromHeader(call, header)
  if (user !== null) return { kind: 'user', user }
  const hasBearer = header !== undefined && /^bearer(\s|$)/i.test(header)
  const token = call.request.query.get('token')
  if (token === null || hasBearer) return { kind: 'anonymous' }
  return graderFromQuery(call, token)
}

/** The user token of an Authorization header; null when the header has another form than A+'s. */
function userFromHeader(call: Call, header: string): User | null {
  const words = header.trim().split(/\s+/)
  if (words[0]?.toLowerCase() !== 'token') return null
  if (words.length === 1) throw unauthorized('Invalid token header. No credentials provided.')
  if (words.length > 2) throw unauthorized('Invalid token header. Token string should not contain spaces.')
  const user = call.world.userByToken(words[1] ?? '')
  if (user === null) throw unauthorized('Invalid token.')
  if (!user.isActive) throw unauthorized('User inactive or deleted.')
  return user
}

function graderFromQuery(call: Call, token: string): Caller {
  if (token.startsWith('s')) {
    const [, hexId = '', hash = ''] = /^s([0-9a-f]+)\.([0-9A-Za-z]{32})$/.exec(token) ?? []
    if (hexId === '') throw unauthorized('Authentication token is invalid.')
    const submission = call.world.submissions.get(Number.parseInt(hexId, 16))
    if (submission === undefined || submission.hash !== hash) {
      throw unauthorized('No valid submission for submission token.')
    }
    return { kind: 'submission_grader', submission, exercise: call.world.exercise(submission.exerciseId) }
  }
  if (token.startsWith('e')) {
    const read = readExerciseToken(call.world, token)
    if (read === null) throw unauthorized("Exercise token is corrupted 'bad signature or too old'")
    return { kind: 'exercise_grader', exercise: read.exercise, user: read.user }
  }
  throw unauthorized('Authentication token is invalid.')
}
