/** The maximum length of HTML that is sanitised while a request waits, in characters. */
const maxLength = 100_000

/**
 * How many of each of these characters it may have. Each `<` may open a tag and each `&` a character reference; a `>` in a text
 * becomes a reference, which is read once more. Within these limits sanitising takes about a tenth of a second at worst;
 * without them it would take ten times as long.
 */
const maxOfEach = 2_000
const costly = ['<', '&', '>']

/** Whether HTML is sanitised so quickly that it may be done while a request waits. Takes time in proportion to the length at most. */
export function isQuicklySanitised(html: string): boolean {
  return html.length <= maxLength && costly.every((character) => hasAtMost(maxOfEach, character, html))
}

function hasAtMost(limit: number, character: string, html: string): boolean {
  let at = html.indexOf(character)
  for (let count = 0; at !== -1; count += 1) {
    if (count === limit) return false
    at = html.indexOf(character, at + 1)
  }
  return true
}
