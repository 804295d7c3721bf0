/** What scrolls the work: its column, or on a narrow page the window. */
const topOf = (box: Element): number => Math.max(box.getBoundingClientRect().top, 0)

/** Where the work begins to be seen, below the names of its files. */
export function edgeOf(box: Element): number {
  const tabs = box.querySelector('.files')
  return tabs === null ? topOf(box) : tabs.getBoundingClientRect().bottom
}

/** Marks the tab of the part that is seen, while somebody scrolls. */
export function followParts(box: HTMLElement): AbortController {
  const ending = new AbortController()
  const { ownerDocument: page } = box
  const tabs = [...box.querySelectorAll<HTMLAnchorElement>('.files a')]
  const parts = tabs.map(({ hash }) => page.getElementById(hash.slice(1)))
  let isWaiting = false

  function mark(): void {
    isWaiting = false
    const edge = edgeOf(box) + 8
    const seen = Math.max(
      0,
      parts.findLastIndex((part) => part !== null && part.getBoundingClientRect().top <= edge),
    )
    for (const [place, tab] of tabs.entries()) {
      if ((place === seen) === tab.hasAttribute('aria-current')) continue
      if (place === seen) tab.setAttribute('aria-current', 'true')
      else tab.removeAttribute('aria-current')
      if (place === seen) intoSight(tab)
    }
  }
  function soon(): void {
    if (!isWaiting) requestAnimationFrame(mark)
    isWaiting = true
  }
  if (tabs.length > 0) {
    const how = { signal: ending.signal, passive: true }
    box.addEventListener('scroll', soon, how)
    page.addEventListener('scroll', soon, how)
    mark()
  }
  return ending
}

/** Scrolls the tabs alone. */
function intoSight(tab: HTMLElement): void {
  const row = tab.closest('nav')
  const item = tab.closest('li')
  if (row === null || item === null) return
  row.scrollTop = item.offsetTop - row.offsetTop
  row.scrollLeft = item.offsetLeft - row.offsetLeft - 40
}
