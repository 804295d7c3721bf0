import { sql } from 'slonik'
import Type from 'typebox'
import { describe, expect } from 'vitest'
import { DatabaseFailure } from './database-errors.ts'
import { rowOf } from './row.ts'
import { openData, testIn } from '../testing/open-data.ts'

const it = testIn(openWorld)

describe('type parsers', () => {
  it.for<[string, unknown]>([
    ['9007199254740991::bigint', 9_007_199_254_740_991],
    ["'-9007199254740991'::bigint", -9_007_199_254_740_991],
    ['count(*)', 1],
    ['7::integer', 7],
    ['12345678901234567890.120::numeric', '12345678901234567890.120'],
    ["'2026-11-20 17:53:12.123456+02'::timestamptz", '2026-11-20T15:53:12.123Z'],
    ["'2026-11-20 17:53:12+02'::timestamptz", '2026-11-20T15:53:12.000Z'],
    ["'2026-11-20 15:53:12.1Z'::timestamptz", '2026-11-20T15:53:12.100Z'],
    ["'0001-01-01 00:00:00Z'::timestamptz", '0001-01-01T00:00:00.000Z'],
    ["'2026-11-20'::date", '2026-11-20'],
    [`'{"b": 1.0,  "a": [null]}'::json`, { b: 1, a: [null] }],
    [`'{"b": 1.0,  "a": 2}'::jsonb`, { a: 2, b: 1 }],
    [`'{"b": 1.0,  "a": 12345678901234567890}'::json::text`, '{"b": 1.0,  "a": 12345678901234567890}'],
    [`ARRAY['{"a": ","}', NULL]::json[]`, [{ a: ',' }, null]],
    ['true', true],
    ['false', false],
    ['NULL::bigint', null],
    ["'\\x00ff'::bytea", Buffer.from([0, 255])],
    ["'0195a1b2-0000-7000-8000-000000000000'::uuid", '0195a1b2-0000-7000-8000-000000000000'],
    ['ARRAY[1, NULL, 9007199254740991]::bigint[]', [1, null, 9_007_199_254_740_991]],
    [`ARRAY['a,"b', NULL, '']::text[]`, ['a,"b', null, '']],
    [`'{}'::text[]`, []],
    [
      `ARRAY['plain', 'with,comma', 'null', ' ', '\\', '{', 'ä'']']`,
      ['plain', 'with,comma', 'null', ' ', '\\', '{', "ä']"],
    ],
    [`'[2:3]={a,b}'::text[]`, ['a', 'b']],
    ['ARRAY[true, false]', [true, false]],
    ["ARRAY['2026-11-20 15:53:12Z'::timestamptz]", ['2026-11-20T15:53:12.000Z']],
    ["ARRAY['1.50']::numeric[]", ['1.50']],
  ])('reads %s', async ([expression, value], { world }) => {
    expect(await world.read(expression)).toEqual(value)
  })

  it.for([
    '9007199254740992::bigint',
    "'-9007199254740992'::bigint",
    "'infinity'::timestamptz",
    "'0044-03-15 BC'::timestamptz",
  ])('rejects %s instead of returning another value', async (expression, { world }) => {
    await expect(world.read(expression)).rejects.toBeInstanceOf(DatabaseFailure)
  })

  it('has the object id of the catalog for each type', async ({ world }) => {
    const names = await world.owner.query<{ oid: number; typname: string }>(
      'SELECT oid, typname FROM pg_type WHERE oid = ANY(ARRAY[16,17,20,21,23,26,700,701,1184,1016,1009]) ORDER BY oid',
    )
    expect(names.rows.map((row) => row.typname)).toEqual([
      'bool',
      'bytea',
      'int8',
      'int2',
      'int4',
      'oid',
      'float4',
      'float8',
      '_text',
      '_int8',
      'timestamptz',
    ])
  })
})

async function openWorld() {
  const data = await openData()
  async function read(expression: string): Promise<unknown> {
    const query = { ...sql.type(rowOf(Type.Object({ value: Type.Unknown() })))``, sql: `SELECT ${expression} AS value` }
    return (await data.publicApi.maybeOne(query))?.value
  }
  return { ...data, read }
}
