import { render } from 'preact'
import { type AnnotationFields, annotationsIn, type Place } from './fields.ts'
import type { GradingPage } from './grading-page.ts'
import { AnnotationEditor } from './annotation-editor.tsx'
import { openAround, partOf, rowOf } from './work-lines.ts'

/** The annotations in the work, each below its last line; what cannot be placed stands at the end. */
export class Annotations {
  readonly #box: HTMLElement
  readonly #slots = new Map<string, { readonly element: HTMLElement; place: string }>()

  constructor(box: HTMLElement) {
    this.#box = box
  }

  /** Draws what the fields say now. The text that is being typed stays where it is. */
  draw(page: GradingPage): void {
    const annotations = annotationsIn(page.fields)
    const known = new Set(annotations.map(({ id }) => id))
    for (const [id, { element }] of this.#slots) {
      if (known.has(id)) continue
      render(null, element)
      element.remove()
      this.#slots.delete(id)
    }
    for (const annotation of annotations)
      render(<AnnotationEditor page={page} annotation={annotation} />, this.#slotOf(annotation))
    this.#markNoted(annotations)
  }

  focus(id: string): void {
    this.#slots.get(id)?.element.querySelector('textarea')?.focus()
  }

  /** The one after or before the one in which the focus is, in the order of the work. */
  next(step: 1 | -1): string | null {
    const order = [...this.#box.querySelectorAll<HTMLElement>('[data-annotation]')]
    const at = order.findIndex((element) => element.contains(element.ownerDocument.activeElement))
    const found = order.at(at === -1 ? (step === 1 ? 0 : -1) : (at + step) % order.length)
    return found?.dataset['annotation'] ?? null
  }

  clear(): void {
    for (const { element } of this.#slots.values()) render(null, element)
    this.#slots.clear()
  }

  #slotOf({ id, place }: AnnotationFields): HTMLElement {
    const where = JSON.stringify(place)
    const slot = this.#slots.get(id)
    if (slot?.place === where) return slot.element
    const element = slot?.element ?? this.#box.ownerDocument.createElement('div')
    element.dataset['annotation'] = id
    this.#insert(element, place)
    this.#slots.set(id, { element, place: where })
    return element
  }

  #insert(element: HTMLElement, place: Place): void {
    const part = partOf(this.#box, place)
    if (part === null) return this.#box.append(element)
    let before: Element | null = rowOf(part, place.endLine)
    while (
      before?.nextElementSibling instanceof HTMLElement &&
      before.nextElementSibling.dataset['annotation'] !== undefined
    )
      before = before.nextElementSibling
    if (before === null) part.append(element)
    else before.after(element)
    openAround(element)
  }

  #markNoted(annotations: readonly AnnotationFields[]): void {
    for (const row of this.#box.querySelectorAll('.row.noted')) row.classList.remove('noted')
    for (const { place } of annotations) {
      const part = partOf(this.#box, place)
      if (part === null) continue
      for (let line = place.startLine; line <= place.endLine; line += 1) rowOf(part, line)?.classList.add('noted')
    }
  }
}
