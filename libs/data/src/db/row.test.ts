import { sql } from 'slonik'
import Type from 'typebox'
import { describe, expect } from 'vitest'
import { createDatabase } from './database.ts'
import { RowMismatch } from './database-errors.ts'
import { rowOf, read, write } from './row.ts'
import { it } from '../testing/open-data.ts'

describe('rowOf', () => {
  it.each<[unknown, boolean]>([
    [{ id: 1, name: 'a' }, true],
    [{ id: '1', name: 'a' }, false],
    [{ id: 1 }, false],
    [{ id: 1, name: null }, false],
  ])('checks %j: %s', (row, fits) => {
    const parsed = rowOf(Type.Object({ id: Type.Integer(), name: Type.String() }))['~standard'].validate(row)
    expect('value' in parsed).toBe(fits)
  })
})

describe('a row that does not fit the schema of its statement', () => {
  it('is rejected, with the name of the statement', async ({ world }) => {
    const reading = world.publicApi.maybeOne(read('rowTestPerson', aPerson)`SELECT 1 AS id, NULL::text AS name`)
    await expect(reading).rejects.toMatchObject({ name: 'RowMismatch', queryName: 'rowTestPerson' })
  })

  it('is not shown in the error', async ({ world }) => {
    const wrong = world.publicApi.any({
      ...read('rowTestWrong', aPerson)``,
      sql: `SELECT '${secret}' AS id, '${secret}' AS name`,
    })
    const error: unknown = await wrong.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RowMismatch)
    expect(everythingOf(error)).not.toContain(secret)
  })

  it('is rejected within a transaction, too, which is rolled back', async ({ world }) => {
    const work = world.publicApi.transaction((tx) => tx.maybeOne(read('rowTestShort', aPerson)`SELECT 1 AS id`))
    await expect(work).rejects.toBeInstanceOf(RowMismatch)
  })
})

describe('one', () => {
  const found = read('rowTestOne', Type.Object({ id: Type.Integer() }))

  it.for([
    ['no row', 0],
    ['two rows', 2],
  ] as const)('rejects with the name of the statement if there is %s', async ([_what, count], { world }) => {
    const read = found`SELECT id FROM generate_series(1, ${count}::integer) AS t (id)`
    const mismatch = { name: 'RowMismatch', queryName: 'rowTestOne' }
    await expect(world.publicApi.one(read)).rejects.toMatchObject(mismatch)
    await expect(world.publicApi.transaction((tx) => tx.one(read))).rejects.toMatchObject(mismatch)
  })
})

describe('a column', () => {
  const named = read(
    'rowTestColumns',
    Type.Object({ courseId: Type.Integer(), under15m: Type.Integer(), document: Type.String() }),
  )

  it('is a member in camelCase, and the members of a document keep their names', async ({ world }) => {
    const row = await world.publicApi.one(
      named`SELECT 1 AS course_id, 2 AS under_15m, '{"course_id":1}'::json::text AS document`,
    )
    expect(row).toEqual({ courseId: 1, under15m: 2, document: '{"course_id":1}' })
  })
})

describe('read and write', () => {
  it('rejects another row under a known name', () => {
    expect(read('rowTestTwice', aRow)).toBe(read('rowTestTwice', aRow))
    expect(() => read('rowTestTwice')).toThrow('two statements are named rowTestTwice')
  })

  it('rejects another word for a known name', () => {
    read('rowTestWord', aRow)
    expect(() => write('rowTestWord', aRow)).toThrow('two statements are named rowTestWord')
  })

  it('rejects another text under a known name, but not other values', () => {
    const named = (id: number) => read('rowTestTexts', aRow)`SELECT ${id}::integer AS id`
    expect(named(1).sql).toBe(named(2).sql)
    expect(() => read('rowTestTexts', aRow)`SELECT 1 AS id`).toThrow('two statements are named rowTestTexts')
  })

  it('is prepared once on a connection and used again', async ({ world }) => {
    const one = await createDatabase({
      url: world.testDatabase.urls.publicApi,
      applicationName: 'prepared',
      poolMax: 1,
    })
    const named = read('rowTestNamed', Type.Object({ id: Type.Integer() }))
    for (const id of [1, 2, 3]) expect(await one.maybeOne(named`SELECT ${id}::integer AS id`)).toEqual({ id })
    const count = await one.maybeOne({
      ...sql.type(rowOf(Type.Object({ uses: Type.Integer() })))``,
      sql: "SELECT generic_plans + custom_plans AS uses FROM pg_prepared_statements WHERE name = 'rowTestNamed'",
    })
    expect(count).toEqual({ uses: 3 })
    await one.end()
  })
})

const aRow = Type.Object({ id: Type.Integer() })
const aPerson = Type.Object({ id: Type.Integer(), name: Type.String() })
const secret = 'k7-never-to-be-seen'
/** All that can be found in an error, hidden properties and causes included. */
function everythingOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = Object.getOwnPropertyNames(error).map((name) => String(Reflect.get(error, name)))
  return [...own, error.cause === undefined ? '' : everythingOf(error.cause)].join('\n')
}
