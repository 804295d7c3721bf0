/** In characters. */
const maxLength = 100_000

/** Each `<` may open a tag and each `&` a reference. Within these limits sanitising takes at most 0.1 s, without them ten times that. */
const maxOfEach = 2_000
const costly = ['<', '&', '>']

/** Whether the HTML can be sanitised while a request waits; decided in linear time at most. */
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
