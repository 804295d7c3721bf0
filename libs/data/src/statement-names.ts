const names = new Set<string>()

/** Names of all statements of this process. */
export const statementNames: ReadonlySet<string> = names

/** Keeps the name of a statement. Metrics and connections know statements by their names alone. */
export function nameStatement(name: string): void {
  if (names.has(name)) throw new Error(`two statements are named ${name}`)
  names.add(name)
}
