import { randomBytes } from 'node:crypto'
import type { RouterContext } from '@koa/router'
import type { ComponentChildren } from 'preact'
import { render } from 'preact-render-to-string'
import type { Config } from '../config/config.ts'
import type { Assets, IslandName } from '../deps/assets.ts'
import { ClockContext } from '../islands/display/clock.ts'
import { ownPath } from '../http/own-path.ts'
import { policyWith } from '../http/reply-headers.ts'
import type { Visit } from '../http/visit.ts'
import { languageOf, textsFor } from '../texts/texts.ts'
import { isStaff, type Place } from './course-of.ts'
import type { Within } from './course-places.tsx'
import { LeftText } from './left-text.tsx'
import { Document, type Surroundings } from './document.tsx'

export interface Page {
  readonly title: string
  readonly places?: readonly Place[]
  /** The course that the page belongs to, for people who grade there, and at which of its places. */
  readonly within?: Within
  readonly content: ComponentChildren
  /** The island that the page loads, if it is built; `staff` by default for people who are staff. */
  readonly island?: IslandName | undefined
}

/** Draws a page as `visit` says or, without a session, by the languages of the browser. */
export function showPage(
  ctx: RouterContext,
  { assets, config }: { readonly assets: Assets; readonly config: Pick<Config, 'TIME_ZONE' | 'PUBLIC_ORIGIN'> },
  visit: Visit | null,
  { title, content, places = [], within, island: ownIsland }: Page,
): void {
  const island = ownIsland ?? (visit?.session.courses.some(isStaff) === true ? 'staff' : undefined)
  const built = island && assets.islands[island]
  const script = built && { ...built, nonce: randomBytes(16).toString('base64') }
  const surroundings: Surroundings = {
    ...(visit ?? textsFor(languageOf(ctx))),
    zone: visit?.zone ?? config.TIME_ZONE,
    theme: visit?.session.preferences.theme ?? 'system',
    person: visit?.session.user.fullName ?? null,
    path: ctx.method === 'GET' ? ctx.url : pageBefore(ctx, config),
    stylePath: assets.style.path,
    iconPath: assets.icon.path,
  }
  const { texts, locale, zone, theme, person, path, stylePath, iconPath } = surroundings
  ctx.set('Content-Security-Policy', policyWith(script?.nonce ?? null))
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = `<!doctype html>${render(
    <ClockContext.Provider value={{ locale, zone }}>
      <Document
        texts={texts}
        locale={locale}
        zone={zone}
        theme={theme}
        person={person}
        path={path}
        places={places}
        stylePath={stylePath}
        iconPath={iconPath}
        script={script}
        title={title}
        within={within}
      >
        {island === 'staff' && script && visit && (
          <LeftText userId={visit.session.user.userId} work={visit.texts.grading.who} texts={visit.texts.leftText} />
        )}
        {content}
      </Document>
    </ClockContext.Provider>,
  )}`
}

/** The page whose form was sent: of the form's own address there may be no page. */
function pageBefore(ctx: RouterContext, { PUBLIC_ORIGIN: origin }: Pick<Config, 'PUBLIC_ORIGIN'>): string {
  const before = ctx.get('Referer')
  return before.startsWith(`${origin}/`) ? ownPath(before.slice(origin.length)) : '/'
}
