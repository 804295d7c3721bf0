import type { RouterContext } from '@koa/router'
import type { ComponentChildren } from 'preact'
import { render } from 'preact-render-to-string'
import type { Deps } from '../deps.ts'
import type { Visit } from '../http/visit.ts'
import { languageOf, textsFor } from '../texts/texts.ts'
import { Document, type Place, type Surroundings } from './document.tsx'

export interface Page {
  readonly title: string
  readonly places?: readonly Place[]
  readonly content: ComponentChildren
}

/** Draws a page for whoever signed in, or by the browser's languages for whoever did not. */
export function showPage(ctx: RouterContext, { assets }: Deps, visit: Visit | null, page: Page): void {
  const { title, content, places = [] } = page
  const surroundings: Surroundings = {
    ...(visit ?? textsFor(languageOf(ctx))),
    theme: visit?.session.preferences.theme ?? 'system',
    person: visit?.session.user.fullName ?? null,
    path: ctx.method === 'GET' ? ctx.url : ctx.path,
    stylePath: assets.style.path,
    iconPath: assets.icon.path,
  }
  const { texts, locale, theme, person, path, stylePath, iconPath } = surroundings
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = `<!doctype html>${render(
    <Document
      texts={texts}
      locale={locale}
      theme={theme}
      person={person}
      path={path}
      places={places}
      stylePath={stylePath}
      iconPath={iconPath}
      title={title}
    >
      {content}
    </Document>,
  )}`
}
