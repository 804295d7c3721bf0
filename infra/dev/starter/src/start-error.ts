/** A start that cannot continue. Its message is for the user and is printed without a stack. */
export class StartError extends Error {
  readonly exitCode: number

  constructor(message: string, cause?: unknown, exitCode = 1) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'StartError'
    this.exitCode = exitCode
  }
}

/** sysexits.h: a variable of the environment is wrong. */
export const exitConfig = 78
