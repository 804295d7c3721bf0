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

/** Prints one step: who it concerns or what answered, and how. */
export function report({ say }: Stage, who: string, what: string): void {
  say(`  ${who.padEnd(17)}  ${what}`)
}
