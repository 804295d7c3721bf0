import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    readonly fullRun: boolean
  }
}

/** Rounds of a property: many in `pnpm test:full`. */
export const rounds = (few: number, many: number): number => (inject('fullRun') ? many : few)
