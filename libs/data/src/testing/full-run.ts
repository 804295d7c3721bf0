import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    readonly fullRun: boolean
  }
}

/** FULL=1: suites that have a heavy variant run that one. */
export const fullRun = inject('fullRun')

/** How often two things happen at the same time in a test of what one time may not show. */
export const raceRounds = fullRun ? 40 : 20
