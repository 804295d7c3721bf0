import { serviceRoleNames } from '@course-grading/test-embedded-postgres'
import { createTestDatabase } from '@course-grading/test-database'
import { Client, escapeIdentifier } from 'pg'

export interface OwnDatabase {
  readonly name: string
  readonly ownerUrl: string
  /** Removes the database, and the services' roles if they were made. */
  drop(): Promise<void>
}

/** A database as an operator first has it: empty, and without the roles of the services. */
export async function createOwnDatabase(): Promise<OwnDatabase> {
  const beside = await createTestDatabase()
  const server = new Client({ connectionString: beside.ownerUrl })
  await server.connect()
  const name = `${beside.name}_own`
  await server.query(`CREATE DATABASE ${escapeIdentifier(name)}`)
  return {
    name,
    ownerUrl: Object.assign(new URL(beside.ownerUrl), { pathname: `/${name}` }).href,
    drop: async () => {
      await server.query(`DROP DATABASE ${escapeIdentifier(name)} WITH (FORCE)`)
      for (const role of Object.values(serviceRoleNames(name)))
        await server.query(`DROP ROLE IF EXISTS ${escapeIdentifier(role)}`)
      await server.end()
      await beside.drop()
    },
  }
}
