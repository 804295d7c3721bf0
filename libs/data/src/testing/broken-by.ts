import pg from 'pg'

/** The rule that a statement breaks, or null. Nothing is kept. */
export async function brokenBy(
  client: pg.Client,
  text: string,
  values: readonly unknown[] = [],
): Promise<string | null> {
  await client.query('BEGIN')
  try {
    await client.query(text, [...values])
    return null
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.constraint ?? error.message
    throw error
  } finally {
    await client.query('ROLLBACK')
  }
}
