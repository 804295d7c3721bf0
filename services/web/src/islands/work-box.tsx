import { Component, createRef } from 'preact'

interface WorkBoxProps {
  /** Called with the element once the server's HTML of the work stands in it, at first or after a request. */
  readonly onDrawn: (box: HTMLElement) => (() => void) | undefined
  /** The HTML of the work by a request; null where it did not come. */
  readonly load: () => Promise<string | null>
  readonly away: string
  readonly loading: string
  readonly again: string
}

/** Holds the work as the server drew it: Preact leaves what is inside alone. A box is made anew for each assessment. */
export class WorkBox extends Component<WorkBoxProps> {
  readonly #box = createRef<HTMLDivElement>()
  #clean: (() => void) | undefined
  #isGone = false

  override shouldComponentUpdate(): boolean {
    return false
  }

  override componentDidMount(): void {
    const box = this.#box.current
    if (box?.querySelector('.row, figure, .files') !== null && box !== null) this.#clean = this.props.onDrawn(box)
    else void this.#fill()
  }

  override componentWillUnmount(): void {
    this.#isGone = true
    this.#clean?.()
  }

  async #fill(): Promise<void> {
    const box = this.#box.current
    if (box === null) return
    const { load, onDrawn, away, loading, again } = this.props
    box.textContent = ''
    const waiting = box.ownerDocument.createElement('p')
    waiting.className = 'card padded quiet loading'
    waiting.textContent = loading
    box.append(waiting)
    const html = await load()
    if (this.#isGone) return
    if (html === null) {
      box.textContent = `${away} `
      const button = box.ownerDocument.createElement('button')
      button.type = 'button'
      button.textContent = again
      button.addEventListener('click', () => void this.#fill())
      box.append(button)
      return
    }
    box.innerHTML = html
    this.#clean = onDrawn(box)
  }

  render() {
    // Once it is hydrated, the server's HTML stays: the text that is set here is never looked at again.
    return <div ref={this.#box} class="work-box" dangerouslySetInnerHTML={{ __html: '' }} />
  }
}
