import { edgeOf } from './file-tabs.ts'

/** Goes from file to file of a work, and remembers where it went last. */
export class FileSteps {
  readonly #box: HTMLElement
  /** The heading of the file that was gone to last. */
  #heading: HTMLElement | null = null
  #scrolled = 0

  constructor(box: HTMLElement) {
    this.#box = box
  }

  go(step: 1 | -1): boolean {
    const files = [...this.#box.querySelectorAll<HTMLElement>('section.file')]
    const next = files[Math.max(0, Math.min(files.length - 1, this.#presentOf(files) + step))]
    if (next === undefined) return false
    next.scrollIntoView({ block: 'start' })
    const heading = next.querySelector<HTMLElement>('h3, summary')
    this.#heading = heading
    if (heading?.matches('summary') === false) heading.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
    this.#scrolled = scrolledIn(this.#box)
    return true
  }

  #presentOf(files: readonly HTMLElement[]): number {
    const edge = edgeOf(this.#box) + 8
    // A short file at the end cannot be scrolled to the top, so the file with the focus, or gone to last, counts.
    const { activeElement } = document
    const at = files.some((file) => file.contains(activeElement)) ? activeElement : this.#heading
    // What comes above the work may push the file out of sight. Only a person's scrolling leaves it.
    const isThere = this.#scrolled === scrolledIn(this.#box) || isInSight(at, this.#box)
    const gone = isThere ? files.findIndex((file) => file.contains(at)) : -1
    return gone === -1 ? files.findLastIndex((file) => file.getBoundingClientRect().top <= edge) : gone
  }
}

/** On a narrow page the window scrolls, and not the box. */
const scrolledIn = (box: Element): number => box.scrollTop + scrollY

function isInSight(element: Element | null, box: Element): boolean {
  if (element === null) return false
  const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()]
  return inner.bottom > Math.max(outer.top, 0) && inner.top < Math.min(outer.bottom, innerHeight)
}
