import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect } from 'vitest'
import { requiredMigration } from '../db/schema-version.ts'
import { dumpSchema } from './dump-schema.fixture.ts'
import { migrationsFolder } from './migrate.ts'
import { it } from '../testing/open-data.ts'

const schemaFile = fileURLToPath(new URL('../../schema.sql', import.meta.url))

describe('schema.sql', () => {
  it('equals the schema that the migrations make (`dump-schema` of this package writes the file)', async ({
    world,
  }) => {
    await expect(await dumpSchema(world.owner)).toMatchFileSnapshot(schemaFile)
  })

  it('names no database and no owner', async ({ world }) => {
    expect(await dumpSchema(world.owner)).not.toContain(world.testDatabase.name.slice(0, 20))
  })
})

describe('dumpSchema', () => {
  it.for([
    ['a column', 'ALTER TABLE course_tag ADD extra integer DEFAULT 7', 'extra integer DEFAULT 7'],
    ['a constraint', 'ALTER TABLE course_tag ADD CONSTRAINT extra CHECK (position < 9)', 'CONSTRAINT extra CHECK'],
    ['an index', 'CREATE INDEX extra ON course_tag (name)', 'CREATE INDEX extra'],
    ['a grant', `GRANT DELETE ON course_tag TO PUBLIC`, 'GRANT DELETE ON course_tag TO PUBLIC'],
    ['a column grant', 'GRANT UPDATE (name) ON course_tag TO PUBLIC', 'GRANT UPDATE (name) ON course_tag TO PUBLIC'],
    ['a view', 'CREATE VIEW extra AS SELECT course_tag.name FROM course_tag, preferences', 'CREATE VIEW extra AS'],
    ['an extension', 'CREATE EXTENSION unaccent', 'CREATE EXTENSION unaccent'],
    [
      'a function',
      "CREATE FUNCTION extra() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
      'FUNCTION public.extra()',
    ],
    ['a schema grant', 'GRANT CREATE ON SCHEMA public TO PUBLIC', 'GRANT CREATE, USAGE ON SCHEMA public TO PUBLIC'],
  ] as const)('shows %s', async ([_what, change, line], { world }) => {
    expect(await readFile(schemaFile, 'utf8')).not.toContain(line)
    await world.owner.query('BEGIN')
    try {
      await world.owner.query(change)
      expect(await dumpSchema(world.owner)).toContain(line)
    } finally {
      await world.owner.query('ROLLBACK')
    }
  })
})

describe('requiredMigration', () => {
  it('is the name of the newest file', async () => {
    expect((await readdir(migrationsFolder)).toSorted().at(-1)).toBe(`${requiredMigration}.sql`)
  })
})
