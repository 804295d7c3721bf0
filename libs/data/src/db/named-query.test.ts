import pg from 'pg'
import { sql } from 'slonik'
import Type from 'typebox'
import { describe, expect } from 'vitest'
import { createDatabase } from './database.ts'
import { type Column, NamedQuery, type NamedQueryResult } from './named-query.ts'
import { bytes, nullable, read as reading } from './row.ts'
import { typeParserOf } from './type-parsers.ts'
import { openData, testIn } from '../testing/open-data.ts'

const it = testIn(openWorld)

describe('NamedQuery', () => {
  it.for<[string, text: string, values: readonly unknown[], command: string, rowCount: number | null]>([
    ['rows', 'SELECT id, id * 2 AS twice FROM unnest($1::int[]) AS t (id)', [[1, 2]], 'SELECT', 2],
    ['no row', 'SELECT 1 AS one WHERE $1', [false], 'SELECT', 0],
    ['no columns', 'INSERT INTO named_test (id) VALUES ($1)', [1], 'INSERT', 1],
    ['another kind', 'SET CONSTRAINTS ALL IMMEDIATE', [], 'SET', null],
  ])(
    'describes a statement of %s once, and gives the same result afterwards',
    async ([_what, text, values, command, rowCount], { world }) => {
      await world.client.query('CREATE TABLE IF NOT EXISTS named_test (id int)')
      const known = new Map<string, Column[]>()
      const first = await world.run(known, text, text, values)
      const second = await world.run(known, text, text, values)
      expect(first.sent).toBe('parse bind describe execute sync')
      expect(second.sent).toBe('bind execute sync')
      expect(second.result).toEqual(first.result)
      expect(first.result).toMatchObject({ command, rowCount })
    },
  )

  it('is described again after a run that failed before its first row', async ({ world }) => {
    const known = new Map<string, Column[]>()
    const inverse = (divisor: number) => world.run(known, 'inverse', 'SELECT 1 / $1::int AS inverse', [divisor])
    await expect(inverse(0)).rejects.toMatchObject({ code: '22012' })
    expect(await inverse(1)).toMatchObject({ sent: 'bind describe execute sync', result: { rows: [{ inverse: 1 }] } })
  })

  it('rejects another text under the same name', async ({ world }) => {
    const known = new Map<string, Column[]>()
    await world.run(known, 'taken', 'SELECT 1 AS one')
    await expect(world.run(known, 'taken', 'SELECT 2 AS two')).rejects.toThrow('taken')
    expect((await world.run(known, 'taken', 'SELECT 1 AS one')).result.rows).toEqual([{ one: 1 }])
  })
})

describe('a statement whose columns were described before', () => {
  it('is rejected when the columns of its table have changed, and never read by the old ones', async ({ world }) => {
    await world.client.query(
      `CREATE TABLE changing (id int, note text, raw bytea); INSERT INTO changing VALUES (1, NULL, '\\x01')`,
    )
    const row = { id: 1, note: null, raw: Buffer.from([1]) }
    expect(await world.readRow()).toEqual([row])
    expect(await world.readRow()).toEqual([row])
    await world.client.query('ALTER TABLE changing ALTER note TYPE int USING 7')
    await expect(world.readRow()).rejects.toMatchObject({ sqlState: '0A000' })
  })

  it('leaves its connection usable after a value that cannot be read', async ({ world }) => {
    const tooLarge = reading('namedQueryTooLarge', Type.Object({ value: Type.Integer() }))
    const values = (last: string) =>
      world.database.any(tooLarge`SELECT value FROM unnest(${sql.array(['1', last], 'int8')}) AS t (value)`)
    expect(await values('2')).toEqual([{ value: 1 }, { value: 2 }])
    await expect(values('9007199254740993')).rejects.toMatchObject({ sqlState: '22003' })
    expect(await values('3')).toEqual([{ value: 1 }, { value: 3 }])
  })
})

async function openWorld() {
  const data = await openData()
  const { testDatabase } = data
  // One connection, so that the second run meets what the first one left.
  const database = await createDatabase({ url: testDatabase.ownerUrl, applicationName: 'named', poolMax: 1 })
  const client = new pg.Client({ connectionString: testDatabase.ownerUrl })
  await client.connect()
  /** The messages that a statement sends, and its result. */
  async function run(known: Map<string, Column[]>, name: string, text: string, values: readonly unknown[] = []) {
    const { connection } = client as unknown as { readonly connection: Record<string, (message: unknown) => void> }
    const sent: string[] = []
    for (const message of ['parse', 'bind', 'describe', 'execute', 'sync'])
      connection[message] = function (...given) {
        sent.push(message)
        ;(pg.Connection.prototype as unknown as typeof connection)[message]!.apply(this, given)
      }
    const { promise, resolve, reject } = Promise.withResolvers<NamedQueryResult>()
    const callback = (error: Error | null, result?: NamedQueryResult) =>
      result === undefined ? reject(error) : resolve(result)
    client.query(new NamedQuery({ name, text, values, known, typeParserOf, callback }) as unknown as pg.Submittable)
    return { result: await promise, sent: sent.join(' ') }
  }
  const readRow = () => database.any(read`SELECT changing.id, changing.note, changing.raw FROM changing`)
  const close = async () => {
    await Promise.all([database.end(), client.end()])
    await data.close()
  }
  return { ...data, database, client, run, readRow, close }
}

const read = reading('namedQueryTest', Type.Object({ id: Type.Integer(), note: nullable(Type.String()), raw: bytes }))
