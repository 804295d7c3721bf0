import pg from 'pg'
import type { TestService } from './service.fixture.ts'

/** Rows of a query by the database's owner, who may do what the service's role may not. */
export async function ownerQuery(
  { database }: TestService,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  return (await owner.query<Record<string, unknown>>(text, [...values]).finally(() => owner.end())).rows
}
