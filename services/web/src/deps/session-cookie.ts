import type { RouterContext } from '@koa/router'

/** A browser's session, and the person for whom its pages are drawn. */
export interface HeldSession {
  readonly sessionId: string
  readonly userId: number
}

/** A session that a launch made, and that is not yet the browser's. */
export interface LaunchedSession extends HeldSession {
  /** The course that was launched; 0 if it is none of the person's. */
  readonly courseId: number
}

export interface SessionCookie {
  readonly read: (ctx: RouterContext) => HeldSession | null
  readonly write: (ctx: RouterContext, session: HeldSession) => void
  readonly clear: (ctx: RouterContext) => void
  /** The person who signed in last in this browser, even if that session has ended; null if unknown, as after a year. */
  readonly lastPerson: (ctx: RouterContext) => number | null
  /**
   * A launch is a form from another site, with which the browser does not send the session's cookie. Whose session it holds is known only
   * on the next page, so until then the launch has a cookie of its own.
   */
  readonly readLaunched: (ctx: RouterContext) => LaunchedSession | null
  readonly writeLaunched: (ctx: RouterContext, session: LaunchedSession) => void
  readonly clearLaunched: (ctx: RouterContext) => void
}

const rememberedS = 365 * 24 * 60 * 60
/** Seconds in which somebody must answer whether to change the person. */
const launchedS = 300

/** The session's cookie lasts as long as the browser. Over plain http, in development only, browsers refuse the prefix `__Host-`. */
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
        /^([A-Za-z0-9_-]{1,128})\.([1-9]\d{0,15})\.(\d{1,16})$/.exec(ctx.cookies.get(launchName) ?? '') ?? []
      return sessionId === undefined ? null : { sessionId, userId: Number(userId), courseId: Number(courseId) }
    },
    writeLaunched: (ctx, { sessionId, userId, courseId }) =>
      ctx.append('Set-Cookie', `${launchName}=${sessionId}.${userId}.${courseId}; Max-Age=${launchedS}; ${attributes}`),
    clearLaunched: (ctx) => ctx.append('Set-Cookie', `${launchName}=; Max-Age=0; ${attributes}`),
  }
}
