import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    readonly fullRun: boolean
  }
}

/** FULL=1: suites that have a heavy variant run that one. */
export const fullRun = inject('fullRun')
