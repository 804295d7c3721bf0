import type { RouterContext } from '@koa/router'
import { languageCookie } from '../texts/texts.ts'

/** A browser's session, and the person for whom its pages are drawn. */
export interface HeldSession {
  readonly sessionId: string
  readonly userId: number
}

/** A new session that is not yet the browser's. */
export interface WaitingSession extends HeldSession {
  /** The path to which it leads, short enough for a cookie (`ownPath`). */
  readonly to: string
}

export interface SessionCookie {
  readonly read: (ctx: RouterContext) => HeldSession | null
  readonly write: (ctx: RouterContext, session: HeldSession) => void
  readonly clear: (ctx: RouterContext) => void
  /** Whether the browser holds, or held last, even if that has ended, the session of another person: text of that one may be kept here. */
  readonly isOfAnother: (ctx: RouterContext, userId: number) => boolean
  readonly clearPerson: (ctx: RouterContext) => void
  /**
   * A launch is a form from another site, with which the browser does not send the session's cookie. Whose session it holds is known only
   * on the next page, so until then the new session has a cookie of its own; and so it has while somebody is asked.
   */
  readonly readWaiting: (ctx: RouterContext) => WaitingSession | null
  readonly writeWaiting: (ctx: RouterContext, session: WaitingSession) => void
  readonly clearWaiting: (ctx: RouterContext) => void
  readonly writeLanguage: (ctx: RouterContext, language: string) => void
}

const rememberedS = 365 * 24 * 60 * 60
/** Seconds in which somebody must answer whether to change the person. */
const waitingS = 300

/** The session's cookie lasts as long as the browser. Over plain http, in development only, browsers refuse the prefix `__Host-`. */
export function createSessionCookie(publicOrigin: string): SessionCookie {
  const isSecure = publicOrigin.startsWith('https:')
  const name = isSecure ? '__Host-session' : 'session'
  const personName = isSecure ? '__Host-person' : 'person'
  const launchName = isSecure ? '__Host-launch' : 'launch'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  function read(ctx: RouterContext): HeldSession | null {
    const [, sessionId, userId] = /^([A-Za-z0-9_-]{1,128})\.([1-9]\d{0,15})$/.exec(ctx.cookies.get(name) ?? '') ?? []
    return sessionId === undefined ? null : { sessionId, userId: Number(userId) }
  }
  return {
    read,
    write(ctx, { sessionId, userId }) {
      ctx.append('Set-Cookie', `${name}=${sessionId}.${userId}; ${attributes}`)
      ctx.append('Set-Cookie', `${personName}=${userId}; Max-Age=${rememberedS}; ${attributes}`)
    },
    clear: (ctx) => ctx.append('Set-Cookie', `${name}=; Max-Age=0; ${attributes}`),
    isOfAnother(ctx, userId) {
      const last = ctx.cookies.get(personName)
      return (last !== undefined && last !== String(userId)) || (read(ctx)?.userId ?? userId) !== userId
    },
    clearPerson: (ctx) => ctx.append('Set-Cookie', `${personName}=; Max-Age=0; ${attributes}`),
    readWaiting(ctx) {
      const [, sessionId, userId, to = ''] =
        /^([A-Za-z0-9_-]{1,128})\.([1-9]\d{0,15})\.([A-Za-z0-9_-]*)$/.exec(ctx.cookies.get(launchName) ?? '') ?? []
      if (sessionId === undefined) return null
      return { sessionId, userId: Number(userId), to: Buffer.from(to, 'base64url').toString('utf8') }
    },
    writeWaiting(ctx, { sessionId, userId, to }) {
      const path = Buffer.from(to).toString('base64url')
      ctx.append('Set-Cookie', `${launchName}=${sessionId}.${userId}.${path}; Max-Age=${waitingS}; ${attributes}`)
    },
    writeLanguage: (ctx, language) =>
      ctx.append('Set-Cookie', `${languageCookie}=${language}; Max-Age=${rememberedS}; ${attributes}`),
    clearWaiting: (ctx) => ctx.append('Set-Cookie', `${launchName}=; Max-Age=0; ${attributes}`),
  }
}
