export interface PersonRef {
  /** Null if the person has an alias. */
  readonly userId: number | null
  readonly fullName: string
  readonly alias: boolean
}

export interface NamedPerson {
  readonly userId: number
  readonly fullName: string | null
  /** The number of the alias while the person is anonymous to the reader, 0 if there is none yet; else null. */
  readonly alias: number | null
}

/** With an alias, only the alias is shown. A person without a name is shown with the user id. */
export function toPersonRef({ userId, fullName, alias }: NamedPerson): PersonRef {
  if (alias !== null) return { userId: null, fullName: alias === 0 ? 'Student' : `Student ${alias}`, alias: true }
  return { userId, fullName: fullName ?? `User ${userId}`, alias: false }
}

/** The tags of people together. Those of somebody with an alias are left out, since few people may have them. */
export function shownTagSlugs(
  people: readonly (Pick<NamedPerson, 'alias'> & { readonly tagSlugs: readonly string[] })[],
): string[] {
  const named = people.filter(({ alias }) => alias === null)
  return [...new Set(named.flatMap(({ tagSlugs }) => tagSlugs))].toSorted()
}
