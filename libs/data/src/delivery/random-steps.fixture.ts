import type { DeliveryState } from '@course-grading/domain/delivery/delivery-state'

/** A number in [0, 1), the same for the same seed: mulberry32. */
export function chanceFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A model of one delivery: a second, short implementation of the rules, with which the test compares the database. */
export class Reference {
  state: DeliveryState = 'pending'
  epoch = 0
  number = 1
  started = false
  expired = false
  verifications = 0

  /** Whether the lease of `epoch` still holds. `started` says on which side of the send start; null for either side. */
  #has(epoch: number, started: boolean | null): boolean {
    return this.state === 'sending' && this.epoch === epoch && (started === null || this.started === started)
  }

  lease(): void {
    this.state = 'sending'
    this.epoch += 1
    this.expired = false
  }

  startSend(epoch: number): boolean {
    const passes = this.#has(epoch, false) && !this.expired
    if (passes) this.started = true
    return passes
  }

  returnToPending(epoch: number): boolean {
    return this.#move(this.#has(epoch, false), 'pending')
  }

  refuseBeforeStart(epoch: number): boolean {
    return this.#move(this.#has(epoch, false), 'refused')
  }

  confirmByReadBack(epoch: number): boolean {
    return this.#move(this.#has(epoch, false), 'delivered')
  }

  recordOutcome(epoch: number, outcome: 'delivered' | 'refused' | 'ambiguous'): boolean {
    const may = this.started && this.epoch === epoch && (this.state === 'sending' || this.state === 'ambiguous')
    return this.#move(may, outcome)
  }

  recordUnsent(epoch: number): boolean {
    const may = this.#has(epoch, null)
    if (may && this.started) this.number += 1
    if (may) this.started = false
    return this.#move(may, 'pending')
  }

  expire(): void {
    if (this.state === 'sending') this.expired = true
  }

  reap(): boolean {
    return this.#move(this.state === 'sending' && this.expired, this.started ? 'ambiguous' : 'pending')
  }

  readBack(number: number): boolean {
    return this.#move(this.state === 'ambiguous' && this.number === number, 'delivered')
  }

  resolve(as: 'delivered' | 'send_again' | 'cancelled'): boolean {
    const may = this.state === 'ambiguous' || (this.state === 'refused' && as !== 'delivered')
    if (may && as === 'send_again') {
      this.number += 1
      this.started = false
    }
    return this.#move(may, as === 'send_again' ? 'pending' : as)
  }

  #move(may: boolean, state: DeliveryState): boolean {
    if (may) {
      this.state = state
      this.expired = false
    }
    return may
  }
}
