import type { RouterContext } from '@koa/router'

/** Whose session a browser holds. The user id says for whom a page was drawn. */
export interface HeldSession {
  readonly sessionId: string
  readonly userId: number
}

/** A session that a launch made, and that is not the browser's yet. */
export interface LaunchedSession extends HeldSession {
  /** The course that was launched; 0: none of the person's. */
  readonly courseId: number
}

export interface SessionCookie {
  readonly read: (ctx: RouterContext) => HeldSession | null
  readonly write: (ctx: RouterContext, session: HeldSession) => void
  readonly clear: (ctx: RouterContext) => void
  /** Who signed in last in this browser, also after that session; null where nobody did. */
  readonly lastPerson: (ctx: RouterContext) => number | null
  /** A cookie of its own, since a browser sends the session's with no form of another site. */
  readonly readLaunched: (ctx: RouterContext) => LaunchedSession | null
  readonly writeLaunched: (ctx: RouterContext, session: LaunchedSession) => void
  readonly clearLaunched: (ctx: RouterContext) => void
}

const rememberedS = 365 * 24 * 60 * 60
const launchedS = 300

/** Lasts as long as the browser. Over plain http, in development only, a browser would refuse the name with `__Host-`. */
export function createSessionCookie(publicOrigin: string): SessionCookie {
  const isSecure = publicOrigin.startsWith('https:')
  const name = isSecure ? '__Host-session' : 'session'
  const personName = isSecure ? '__Host-person' : 'person'
  const launchName = isSecure ? '__Host-launch' : 'launch'
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
    readLaunched(ctx) {
      const [, sessionId, userId, courseId] =
        /^([A-Za-z0-9_-]{1,128})\.([1-9]\d{0,15})\.(\d{1,15})$/.exec(ctx.cookies.get(launchName) ?? '') ?? []
      return sessionId === undefined ? null : { sessionId, userId: Number(userId), courseId: Number(courseId) }
    },
    writeLaunched: (ctx, { sessionId, userId, courseId }) =>
      ctx.append('Set-Cookie', `${launchName}=${sessionId}.${userId}.${courseId}; Max-Age=${launchedS}; ${attributes}`),
    clearLaunched: (ctx) => ctx.append('Set-Cookie', `${launchName}=; Max-Age=0; ${attributes}`),
  }
}
