import type { Reply } from '../http/reply.ts'

/** A piece of HTML. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Texts are escaped where they are inserted. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(inserted)))
}

function inserted(value: string | number | Html | readonly Html[]): string {
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return String(value).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const style = new Html(`
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem; background: light-dark(#fff, #16191d); color: light-dark(#1c2126, #e6e9ec) }
  h1 { margin: 0 0 .5rem }
  h2 { margin: 2rem 0 .5rem; font-size: 1.25rem }
  h3 { margin: 0; font-size: 1rem }
  p { margin: 0 0 .5rem }
  ul { margin: 0; padding: 0; list-style: none }
  .person { padding: .75rem 0; border-top: 1px solid light-dark(#d5dade, #3a4046) }
  .launches { display: flex; flex-wrap: wrap; gap: .25rem 1rem }
  .launches form { display: flex; align-items: center; gap: .5rem }
  .quiet { color: light-dark(#555d66, #a9b1b9); font-size: .875rem }
  code { overflow-wrap: anywhere }
  button { font: inherit; padding: .25rem .75rem; border: 1px solid transparent; border-radius: .25rem; background: light-dark(#0b57a4, #8fc1f5); color: light-dark(#fff, #10151a); cursor: pointer }
  :focus-visible { outline: 3px solid light-dark(#0b57a4, #8fc1f5); outline-offset: 2px }
`)

/** A page with the `Referrer-Policy` of Django: a form that it sends to another origin has `Origin: null` and no `Referer`. */
export function pageReply(title: string, content: Html): Reply {
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `
  const headers = { 'Referrer-Policy': 'same-origin' }
  return { kind: 'text', status: 200, text, contentType: 'text/html; charset=utf-8', headers }
}
