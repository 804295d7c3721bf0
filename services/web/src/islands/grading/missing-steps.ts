import { type FormPlace, nextMissing } from './missing.ts'

/** Leads from one thing that is missing to the next. */
export class MissingSteps {
  /** Where the next one is looked for from. */
  from: FormPlace = ''
  /** Whether a step led there. */
  #isThere = false

  restart(): void {
    this.from = ''
    this.#isThere = false
  }

  /** Called when a person came to a place, by whatever way. */
  cameTo(place: FormPlace): void {
    if (this.from === place) return
    this.from = place
    this.#isThere = false
  }

  ledTo(place: FormPlace): void {
    this.from = place
    this.#isThere = true
  }

  next(
    places: readonly FormPlace[],
    { criteria, hasFocus }: { readonly criteria: readonly { readonly id: string }[]; readonly hasFocus: boolean },
  ): FormPlace | undefined {
    return nextMissing(places, { from: this.from, isThere: this.#isThere || hasFocus, criteria })
  }
}
