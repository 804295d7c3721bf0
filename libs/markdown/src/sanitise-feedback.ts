import { withoutControls } from '@course-grading/domain/delivery/grade-form'
import { withoutFormulaCommands } from '@course-grading/domain/feedback/formula-commands'
import sanitizeHtml from 'sanitize-html'

/** Other addresses belong to the page's site (`/accounts/logout/` signs out). Both slashes, since browsers take `https:/a` for a path. */
const linkAddress = /^(?:https?:\/\/|mailto:)/i

function withAllowedAddress(attribs: sanitizeHtml.Attributes, name: string): sanitizeHtml.Attributes {
  return Object.fromEntries(Object.entries(attribs).filter(([key, value]) => key !== name || linkAddress.test(value)))
}

/** Allows what Markdown makes, none of which runs code or imitates the page. `withImagesAsLinks` replaces the images. */
const allowed: sanitizeHtml.IOptions = {
  // The sanitiser searches for a tag from the first to the last, so the usual tags come first.
  allowedTags: [
    'p',
    'li',
    'code',
    'em',
    'strong',
    'a',
    'ul',
    'ol',
    'br',
    'pre',
    'td',
    'th',
    'tr',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'div',
    'span',
    'hr',
    'blockquote',
    'kbd',
    'samp',
    'var',
    'dl',
    'dt',
    'dd',
    'table',
    'caption',
    'thead',
    'tbody',
    'tfoot',
    'abbr',
    'b',
    'i',
    'u',
    's',
    'del',
    'ins',
    'mark',
    'small',
    'sub',
    'sup',
    'q',
    'cite',
    'img',
  ],
  allowedAttributes: {
    '*': ['lang', 'dir', 'title'],
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'title'],
    code: ['class'],
    ol: ['start'],
    th: ['align', 'colspan', 'rowspan', 'scope'],
    td: ['align', 'colspan', 'rowspan'],
  },
  allowedClasses: { code: ['language-*'], table: ['table'], th: ['text-right', 'text-end', 'text-center'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // No text needs more levels. Without a limit, the page that shows the feedback would have to render every level.
  nestingLimit: 100,
  transformTags: {
    // A reader stays on the page with the feedback, and the opened page must not reach back into that page.
    a: (tagName, attribs) => ({
      tagName,
      attribs: { ...withAllowedAddress(attribs, 'href'), rel: 'nofollow noopener noreferrer', target: '_blank' },
    }),
    // The attributes are always in the order that `withImagesAsLinks` reads.
    img: (tagName, { src = '', alt = '', title = '' }) => ({
      tagName,
      attribs: { ...withAllowedAddress({ src }, 'src'), alt, ...(title !== '' && { title }) },
    }),
  },
}

const linksAndImages = /<a |<\/a>|<img(?: src="([^"]*)")? alt="([^"]*)"( title="[^"]*")? \/>/g

/** An image would tell its host who reads. If no link is possible, only the alternative text is left. */
function withImagesAsLinks(html: string): string {
  let openLinks = 0
  return html.replaceAll(
    linksAndImages,
    (tag, address: string | undefined, text: string, title: string | undefined) => {
      if (tag === '<a ') openLinks += 1
      else if (tag === '</a>') openLinks -= 1
      else if (address === undefined || openLinks > 0) return text
      else return `<a href="${address}"${title ?? ''}>${text.trim() === '' ? address : text}</a>`
      return tag
    },
  )
}

/** More than people write. The sanitiser's time grows with the square of the number of open tags; this many take 0.2 s. */
const maxTags = 20_000

/** Null for more than `maxTags`. Called at each send, too, since A+ shows feedback unescaped, and stored results may be old. */
export function sanitiseFeedback(html: string): string | null {
  if (html.split('<', maxTags + 2).length > maxTags + 1) return null
  const sanitised = sanitizeHtml(html, allowed)
  const text = withImagesAsLinks(withoutFormulaCommands(withoutControls(sanitised)))
  // The second run judges what has changed: `java\x7fscript:` without its control character, and links that were images, whose tags it counts too.
  return text === sanitised ? sanitised : sanitiseFeedback(text)
}
