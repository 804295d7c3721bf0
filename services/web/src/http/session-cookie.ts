import type { RouterContext } from '@koa/router'

/** Whose session a browser holds. The user id says for whom a page was drawn. */
export interface HeldSession {
  readonly sessionId: string
  readonly userId: number
}

export interface SessionCookie {
  readonly read: (ctx: RouterContext) => HeldSession | null
  readonly write: (ctx: RouterContext, session: HeldSession) => void
  readonly clear: (ctx: RouterContext) => void
  /** Who signed in last in this browser, also after that session; null where nobody did. */
  readonly lastPerson: (ctx: RouterContext) => number | null
}

const rememberedS = 365 * 24 * 60 * 60

/** Lasts as long as the browser. Over plain http, in development only, a browser would refuse the name with `__Host-`. */
export function createSessionCookie(publicOrigin: string): SessionCookie {
  const isSecure = publicOrigin.startsWith('https:')
  const name = isSecure ? '__Host-session' : 'session'
  const personName = isSecure ? '__Host-person' : 'person'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    read(ctx) {
      const [, sessionId, userId] = /^([A-Za-z0-9_-]{1,128})\.([1-9]\d{0,15})$/.exec(ctx.cookies.get(name) ?? '') ?? []
      return sessionId === undefined ? null : { sessionId, userId: Number(userId) }
    },
    write(ctx, { sessionId, userId }) {
      ctx.append('Set-Cookie', `${name}=${sessionId}.${userId}; ${attributes}`)
      ctx.append('Set-Cookie', `${personName}=${userId}; Max-Age=${rememberedS}; ${attributes}`)
    },
    lastPerson(ctx) {
      const userId = ctx.cookies.get(personName) ?? ''
      return /^[1-9]\d{0,15}$/.test(userId) ? Number(userId) : null
    },
    clear: (ctx) => ctx.append('Set-Cookie', `${name}=; Max-Age=0; ${attributes}`),
  }
}
