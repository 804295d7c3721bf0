import pg from 'pg'

/** What `sql` of the service does, for a text that is put together. */
export async function ownerQuery(
  { database }: { readonly database: { readonly ownerUrl: string } },
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  return (await owner.query<Record<string, unknown>>(text, [...values]).finally(() => owner.end())).rows
}
