import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    readonly fullRun: boolean
  }
}

/** FULL=1: every defect is tried, and every suite also runs on a copy without a defect. */
export const fullRun = inject('fullRun')
