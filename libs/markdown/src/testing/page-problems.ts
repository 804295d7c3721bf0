import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5'

const harmless = new Set(
  'h1 h2 h3 h4 h5 h6 p div span br hr blockquote pre code ul ol li table thead tbody tr th td a strong em del'.split(
    ' ',
  ),
)
/** Attributes that do no harm, with the form that their value must have. */
const attributeForms: Readonly<Record<string, RegExp>> = {
  href: /^(?:https?:\/\/|mailto:)/i,
  rel: /^nofollow noopener noreferrer$/,
  target: /^_blank$/,
  title: /^/,
  align: /^(?:left|right|center)$/,
  start: /^\d+$/,
  class: /^(?:language-|table$|text-right text-end$|text-center$)/,
}

/**
 * Everything in this HTML, as a browser reads it, that could run, send or load something in the page that shows it, and
 * elements that were not closed.
 */
export function pageProblems(html: string): readonly string[] {
  const problems: string[] = []
  const fragment = parseFragment(html, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code, startOffset }) => {
      // A noncharacter does no harm.
      if (code !== 'noncharacter-in-input-stream') problems.push(`${code} at ${startOffset}`)
    },
  })
  const closed = visit(fragment, problems)
  if (html.split('</').length - 1 !== closed) problems.push('ends what is not open')
  // Parsing and serialising the page again must give the same page.
  if (serialize(parseFragment(serialize(fragment))) !== serialize(fragment)) problems.push('changes when written again')
  return problems
}

const isVoid = new Set(['br', 'hr'])

/** The number of elements that were closed by their end tag. */
function visit(node: DefaultTreeAdapterTypes.Node, problems: string[]): number {
  if (node.nodeName === '#comment' || node.nodeName === '#documentType') problems.push(node.nodeName)
  const closed = 'tagName' in node ? visitElement(node, problems) : 0
  return 'childNodes' in node ? node.childNodes.reduce((sum, child) => sum + visit(child, problems), closed) : closed
}

function visitElement(element: DefaultTreeAdapterTypes.Element, problems: string[]): number {
  const { tagName, namespaceURI, attrs, sourceCodeLocation } = element
  if (!harmless.has(tagName) || !namespaceURI.endsWith('xhtml')) problems.push(`element ${tagName}`)
  for (const { name, value } of attrs) {
    if (attributeForms[name]?.test(value) !== true) problems.push(`${tagName} ${name}=${value}`)
  }
  const names = attrs.map(({ name }) => name)
  if (names.includes('href') && !(names.includes('rel') && names.includes('target')))
    problems.push('a link without rel or target')
  if (isVoid.has(tagName)) return 0
  const isClosed = sourceCodeLocation?.endTag !== undefined && sourceCodeLocation.startTag !== undefined
  if (!isClosed) problems.push(`${tagName} is left open`)
  return isClosed ? 1 : 0
}
