import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    readonly fullRun: boolean
  }
}

/** FULL=1: every defect is tried, and every suite on a copy without any. */
export const fullRun = inject('fullRun')
