import { withoutControls } from '@course-grading/domain/delivery/grade-form'
import sanitizeHtml from 'sanitize-html'

/**
 * Addresses that mean the same on every page. The others belong to the site that shows the feedback: a link to
 * `/accounts/logout/` signs its reader out. Both slashes are required, because browsers take `https:/a` for a path of a page that is `https` itself.
 */
const linkAddress = /^(?:https?:\/\/|mailto:)/i

/** The attributes without an address `name` that is not allowed. */
function withAllowedAddress(attribs: sanitizeHtml.Attributes, name: string): sanitizeHtml.Attributes {
  return Object.fromEntries(Object.entries(attribs).filter(([key, value]) => key !== name || linkAddress.test(value)))
}

/**
 * The elements that Markdown makes. None of them runs code or can imitate a part of the page. Images are only on the list
 * because `withImagesAsLinks` replaces them.
 */
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
  allowedClasses: { code: ['language-*'] },
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

/**
 * Sanitised HTML with a link in place of each image, since the image's host would learn who reads. Where no link may stand, it is the
 * alternative text alone.
 */
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

/**
 * Feedback that people write has fewer tags. The parser's time grows with the square of the number of open tags; this many take
 * 0.2 s.
 */
const maxTags = 20_000

/**
 * Feedback as HTML that may be shown, without control characters; null if it has too many tags. The learning platform puts it into
 * the student's page unescaped (`assistant_feedback` and `feedback`). Feedback is sanitised when a grade is sent, so that this covers
 * every result, whoever wrote it and however long ago.
 */
export function sanitiseFeedback(html: string): string | null {
  if (html.split('<', maxTags + 2).length > maxTags + 1) return null
  const sanitised = sanitizeHtml(html, allowed)
  const text = withImagesAsLinks(withoutControls(sanitised))
  // A second run judges what is different now: `java\x7fscript:` without its control character, and the links that were images, whose
  // tags it also counts. Otherwise the first one has seen every address as browsers do.
  return text === sanitised ? sanitised : sanitiseFeedback(text)
}
