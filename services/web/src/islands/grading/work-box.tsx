import { Component, createRef } from 'preact'
import { partIds } from './skip-links.tsx'

interface WorkBoxProps {
  readonly title: string
  /** Called with the element once the server's HTML of the work stands in it, at first or after a request. */
  readonly onDrawn: (box: HTMLElement) => (() => void) | undefined
  /** Requests the HTML of the work; null where it did not come. */
  readonly load: () => Promise<string | null>
  readonly away: string
  readonly loading: string
  readonly again: string
}

/** Holds the work as the server drew it: Preact leaves what is inside alone. Each assessment has a new box. */
export class WorkBox extends Component<WorkBoxProps> {
  readonly #box = createRef<HTMLElement>()
  #clean: (() => void) | undefined
  #isGone = false

  override shouldComponentUpdate(): boolean {
    return false
  }

  override componentDidMount(): void {
    const box = this.#box.current
    if (box?.querySelector('.row, figure, .files') !== null && box !== null) this.#clean = this.props.onDrawn(box)
    else void this.#fill(false)
  }

  override componentWillUnmount(): void {
    this.#isGone = true
    this.#clean?.()
  }

  /** After *Try again* the focus goes to what came, so that the person hears it. */
  async #fill(isAgain: boolean): Promise<void> {
    const box = this.#box.current
    if (box === null) return
    const { load, onDrawn, away, loading, again } = this.props
    const { ownerDocument: page } = box
    const waiting = page.createElement('p')
    waiting.className = 'card padded quiet loading'
    waiting.textContent = loading
    waiting.tabIndex = -1
    box.replaceChildren(waiting)
    if (isAgain) waiting.focus()
    const html = await load()
    if (this.#isGone) return
    const hasFocus = page.activeElement === waiting
    if (html === null) {
      const message = page.createElement('p')
      message.role = 'alert'
      message.textContent = away
      const button = page.createElement('button')
      button.type = 'button'
      button.textContent = again
      button.addEventListener('click', () => void this.#fill(true))
      box.replaceChildren(message, button)
      if (hasFocus) button.focus()
      return
    }
    box.innerHTML = html
    this.#clean = onDrawn(box)
    const heading = box.querySelector<HTMLElement>('h3') ?? box.querySelector<HTMLElement>('.work')
    if (!hasFocus || heading === null) return
    heading.tabIndex = -1
    heading.focus()
  }

  render() {
    // Hydration keeps the server's HTML: this empty one is never written.
    return (
      <section
        ref={this.#box}
        id={partIds.work}
        class="work-box"
        aria-label={this.props.title}
        tabIndex={-1}
        dangerouslySetInnerHTML={{ __html: '' }}
      />
    )
  }
}
