import { parseArgs } from 'node:util'

type Whom = { readonly userId: number } | 'all'

export function readWhom(args: readonly string[]): Whom | undefined {
  try {
    const options = { user: { type: 'string' }, all: { type: 'boolean' } } as const
    const {
      values: { user, all },
    } = parseArgs({ args: [...args], options })
    if (user === undefined) return all === true ? 'all' : undefined
    const userId = /^[1-9][0-9]{0,15}$/.test(user) ? Number(user) : Number.NaN
    return all === undefined && Number.isSafeInteger(userId) ? { userId } : undefined
  } catch {
    return undefined
  }
}
