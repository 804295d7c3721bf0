const names = new Set<string>()

export const statementNames: ReadonlySet<string> = names

/** Metrics and connections know statements by their names alone. */
export function nameStatement(name: string): void {
  if (names.has(name)) throw new Error(`two statements are named ${name}`)
  names.add(name)
}
