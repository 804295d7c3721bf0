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
}

/** Lasts as long as the browser. Over plain http, in development only, a browser would refuse the name with `__Host-`. */
export function createSessionCookie(publicOrigin: string): SessionCookie {
  const isSecure = publicOrigin.startsWith('https:')
  const name = isSecure ? '__Host-session' : 'session'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    read(ctx) {
      const [, sessionId, userId] = /^([A-Za-z0-9_-]{1,128})\.([1-9]\d{0,15})$/.exec(ctx.cookies.get(name) ?? '') ?? []
      return sessionId === undefined ? null : { sessionId, userId: Number(userId) }
    },
    write: (ctx, { sessionId, userId }) => ctx.set('Set-Cookie', `${name}=${sessionId}.${userId}; ${attributes}`),
    clear: (ctx) => ctx.set('Set-Cookie', `${name}=; Max-Age=0; ${attributes}`),
  }
}
