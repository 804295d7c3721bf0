import { withoutControls } from '@course-grading/domain/delivery/grade-form'
import { withoutFormulaCommands } from '@course-grading/domain/feedback/formula-commands'
import sanitizeHtml from 'sanitize-html'

/** Others belong to the page's site (`/accounts/logout/` signs out). Browsers take `https:/a` for a path, so both slashes. */
const linkAddress = /^(?:https?:\/\/|mailto:)/i

function withAllowedAddress(attribs: sanitizeHtml.Attributes, name: string): sanitizeHtml.Attributes {
  return Object.fromEntries(Object.entries(attribs).filter(([key, value]) => key !== name || linkAddress.test(value)))
}

/** What Markdown makes; none runs code or imitates the page. Images stand here because `withImagesAsLinks` replaces them. */
const allowed: sanitizeHtml.IOptions = {
  // The sanitiser looks a tag up from the first to the last, so the usual ones come first.
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
  allowedClasses: { code: ['language-*'], table: ['table'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // No text needs more levels of nesting. Without a limit, the page that shows the feedback would have to render every level.
  nestingLimit: 100,
  transformTags: {
    // Whoever reads stays where the feedback is, and the opened page must not reach back into that one.
    a: (tagName, attribs) => ({
      tagName,
      attribs: { ...withAllowedAddress(attribs, 'href'), rel: 'nofollow noopener noreferrer', target: '_blank' },
    }),
    // Always in the order that `withImagesAsLinks` reads.
    img: (tagName, { src = '', alt = '', title = '' }) => ({
      tagName,
      attribs: { ...withAllowedAddress({ src }, 'src'), alt, ...(title !== '' && { title }) },
    }),
  },
}

const linksAndImages = /<a |<\/a>|<img(?: src="([^"]*)")? alt="([^"]*)"( title="[^"]*")? \/>/g

/** The image's host would learn who reads. Where no link may stand, only the alternative text is left. */
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

/** More than people write. The parser's time grows with the square of the number of open tags; this many take 0.2 s. */
const maxTags = 20_000

/** Null if it has too many tags. Upstream shows it unescaped; sanitised at the send, so that every result is covered, however old. */
export function sanitiseFeedback(html: string): string | null {
  if (html.split('<', maxTags + 2).length > maxTags + 1) return null
  const sanitised = sanitizeHtml(html, allowed)
  const text = withImagesAsLinks(withoutFormulaCommands(withoutControls(sanitised)))
  // A second run judges what is different now: `java\x7fscript:` without its control character, and the links that were images, whose
  // tags it also counts. Otherwise the first one has seen every address as browsers do.
  return text === sanitised ? sanitised : sanitiseFeedback(text)
}
