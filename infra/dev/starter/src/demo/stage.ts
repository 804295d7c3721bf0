import { setTimeout as sleep } from 'node:timers/promises'
import type { FrontendTransport } from '@course-grading/frontend-transport'
import type { Ports } from '../ports.ts'

export const courseId = 11
/** The exercise whose grades are delivered at once, and the one whose grades a teacher releases. */
export const projectId = 1104
export const essayId = 1103

/** Where the demo plays: what `npm start` runs, and where its steps are printed. */
export interface Stage {
  readonly ports: Ports
  readonly transport: FrontendTransport
  readonly say: (line: string) => void
  /** Aborted when the whole demo has taken too long. */
  readonly signal: AbortSignal
}

/** Prints one step: the person or program that took part, and what it did or replied. */
export function report({ say }: Stage, who: string, what: string): void {
  say(`  ${who.padEnd(17)}  ${what}`)
}

/** Reads again and again until there is something. @throws Error if the whole demo has taken too long */
export async function until<T>({ signal }: Stage, what: string, read: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await read()
    if (found !== undefined) return found
    if (signal.aborted) throw new Error(`waited too long until: ${what}`)
    await sleep(250)
  }
}
