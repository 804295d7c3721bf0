import type { Ports } from '../ports.ts'

/** Where the demo plays: what `npm start` runs, and where its steps are printed. */
export interface Stage {
  readonly ports: Ports
  /** The services' secrets in development, unless the environment gives others. */
  readonly secrets: { readonly frontend: string; readonly manualGrading: string }
  readonly say: (line: string) => void
  /** Aborted when the whole demo has taken too long. */
  readonly signal: AbortSignal
}

/** Prints one step: the person or program that took part, and what it did or replied. */
export function report({ say }: Stage, who: string, what: string): void {
  say(`  ${who.padEnd(17)}  ${what}`)
}
