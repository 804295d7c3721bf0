/** Resolves to the element once the browser has read its start tag: a script of a page runs while the page is still being read. */
export async function elementRead(id: string): Promise<HTMLElement | null> {
  const { promise: isThere, resolve } = Promise.withResolvers<void>()
  const reading = new MutationObserver(() => {
    if (document.getElementById(id) !== null) resolve()
  })
  reading.observe(document, { childList: true, subtree: true })
  if (document.getElementById(id) === null) await Promise.race([isThere, pageRead()])
  reading.disconnect()
  return document.getElementById(id)
}

export async function pageRead(): Promise<void> {
  if (document.readyState !== 'loading') return
  const { promise, resolve } = Promise.withResolvers<Event>()
  document.addEventListener('DOMContentLoaded', resolve, { once: true })
  await promise
}
