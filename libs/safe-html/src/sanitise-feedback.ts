import { withoutControls } from '@course-grading/domain'
import sanitizeHtml from 'sanitize-html'

/**
 * Addresses that mean the same on every page. The others belong to the site that shows the feedback: an image at
 * `/accounts/logout/` signs its reader out. Both slashes are required, because browsers take `https:/a` for a path of a page that is `https` itself.
 */
const linkAddress = /^(?:https?:\/\/|mailto:)/i
const imageAddress = /^https:\/\//i

/** The attributes; the address `name` is left out unless it has this form. */
function withAllowedAddress(attribs: sanitizeHtml.Attributes, name: string, form: RegExp): sanitizeHtml.Attributes {
  return Object.fromEntries(Object.entries(attribs).filter(([key, value]) => key !== name || form.test(value)))
}

/** The elements that Markdown makes. None of them runs code, loads from an unknown host, or can imitate a part of the page. */
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
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    code: ['class'],
    ol: ['start'],
    th: ['align', 'colspan', 'rowspan', 'scope'],
    td: ['align', 'colspan', 'rowspan'],
  },
  allowedClasses: { code: ['language-*'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // No text needs more levels of nesting. Without a limit, the page that shows the feedback would have to render every level.
  nestingLimit: 100,
  transformTags: {
    // A page that was opened from the feedback must not reach back into the one that shows it.
    a: (tagName, attribs) => ({
      tagName,
      attribs: { ...withAllowedAddress(attribs, 'href', linkAddress), rel: 'nofollow noopener noreferrer' },
    }),
    img: (tagName, attribs) => ({ tagName, attribs: withAllowedAddress(attribs, 'src', imageAddress) }),
  },
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
  const text = withoutControls(sanitised)
  // The first run decodes character references. A second one is needed where `java\x7fscript:` becomes a scheme that browsers know only
  // when its control character has been removed. Without such a character the first one has seen every address as browsers do.
  return text === sanitised ? sanitised : sanitizeHtml(text, allowed)
}
