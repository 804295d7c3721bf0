/** One step from a state to the next. A thing begins in `new`. */
export interface Transition<State extends string = string> {
  readonly from: State | 'new'
  readonly to: State
  /** What leads there: an operation of the contract, or what happens, in a few words. */
  readonly by: string
}
