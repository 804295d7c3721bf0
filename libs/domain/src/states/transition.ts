export interface Transition<State extends string = string> {
  readonly from: State | 'new'
  readonly to: State
  /** An operation of the contract, or what happens, in a few words. */
  readonly by: string
}
