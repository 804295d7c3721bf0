/** A start that cannot go on, told in words for the person at the keyboard: printed without a stack. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'StartError'
  }
}
