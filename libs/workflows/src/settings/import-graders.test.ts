import { describe, expect, it } from 'vitest'
import { problemOf, useDemoWorld } from '../demo-world.fixture.ts'
import { importGraders } from './import-graders.ts'

type ImportGraders = Parameters<typeof importGraders>[1]

describe('importGraders', () => {
  it.each([
    ['the header alone', []],
    ['empty lines', ['', '  ']],
    ['separators alone, quoted or not', [';;;', '"";"";"";""', ' ; ; ; ']],
  ])('takes all graders out by %s only where that is allowed', async (_what, rows) => {
    for (const dryRun of [false, true])
      expect(await problemOf(importing(rows, { dryRun }))).toEqual({
        code: 'validation_failed',
        issues: ['$.rows too_short'],
      })
    expect((await world.settingsOf(11)).revision).toBe(1)
    expect(await importing(rows, { allowEmpty: true })).toEqual({ revision: 2, graders: [], dryRun: false })
  })

  it('reports every issue of every row at once', async () => {
    world.fake.world.addUser({ id: 901, username: 'twin-a', email: 'twins@example.org' })
    world.fake.world.addUser({ id: 902, username: 'twin-b', email: 'twins@example.org' })
    expect(
      await problemOf(
        importing(
          [
            'assistant-fi@example.org;sv,fi;none-such;',
            'nobody@example.org;fi;;',
            'twins@example.org;fi;;',
            '105;fi;;',
            '102;fi;;',
            'teacher@example.org;fi;;group-c',
          ],
          { dryRun: true },
        ),
      ),
    ).toEqual({
      code: 'validation_failed',
      issues: [
        '$.rows[0].languages invalid_value',
        '$.rows[0].feedbackTags invalid_value',
        '$.rows[5].gradingTags invalid_value',
        '$.rows[1].email not_staff',
        '$.rows[2].email invalid_value',
        '$.rows[4].email duplicate',
        '$.rows[3].email not_staff',
      ],
    })
  })

  it('checks the file before the revision, and the revision before the course', async () => {
    expect(await problemOf(importing(['1;2'], { expectedRevision: 9 }))).toMatchObject({ code: 'invalid_csv' })
    expect(await problemOf(importing([';fi;;'], { expectedRevision: 9 }))).toEqual({
      code: 'validation_failed',
      issues: ['$.rows[0].email required'],
    })
    expect(await problemOf(importing(['nobody@example.org;sv;;'], { expectedRevision: 9 }))).toEqual({
      code: 'revision_conflict',
      issues: [],
    })
    expect(world.fake.journal.entries).toEqual([])
  })

  it('compares addresses character by character', async () => {
    expect(await problemOf(importing(['Assistant-FI@example.org;fi;;']))).toEqual({
      code: 'validation_failed',
      issues: ['$.rows[0].email not_staff'],
    })
  })

  it('looks up each address once, at most 50 in a call, and each person once', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => `p${index % 120}@example.org;fi;;`)
    for (let index = 0; index < 120; index += 1) {
      world.fake.world.addUser({ id: 7000 + index, username: `p${index}` })
      world.fake.world.setRole(11, 7000 + index, 'assistant')
    }
    expect((await problemOf(importing(rows))).issues).toEqual(
      rows.slice(120).map((_, index) => `$.rows[${120 + index}].email duplicate`),
    )
    const lists = world.fake.journal.entries.filter(({ path }) => /^\/api\/v2\/users\/?$/.test(path))
    const asked = lists.map(({ query }) => new URLSearchParams(query).get('values')?.split(',') ?? [])
    expect(Math.max(...asked.map((values) => values.length))).toBeLessThanOrEqual(50)
    expect(asked.flat().toSorted()).toEqual(
      Array.from({ length: 120 }, (_, index) => `p${index}@example.org`).toSorted(),
    )
    expect(world.fake.journal.count()).toBe(lists.length + 120)
  })

  it('reports the issues found so far if the platform fails', async () => {
    world.fake.faults.add({ path: '/api/v2/users*', action: { kind: 'status', status: 500 } })
    world.fake.faults.add({ path: '/api/v2/users/*', action: { kind: 'status', status: 500 } })
    expect(await problemOf(importing(['assistant-fi@example.org;sv;;']))).toEqual({
      code: 'validation_failed',
      issues: ['$.rows[0].languages invalid_value'],
    })
    expect(await problemOf(importing(['assistant-fi@example.org;fi;;']))).toEqual({
      code: 'upstream_unavailable',
      issues: [],
    })
    expect(await problemOf(importing(['102;fi;;']))).toEqual({ code: 'upstream_unavailable', issues: [] })
  })

  it('checks the revision again at the write', async () => {
    const current = await world.settingsOf(11)
    await importing(['103;en;;'])
    expect(await problemOf(importing(['102;fi;;'], { current }))).toEqual({ code: 'revision_conflict', issues: [] })
    expect(await world.documentOf(11)).toMatchObject({ revision: 2, graders: [{ userId: 103 }] })
  })

  it('does not begin to write after the time limit or after the client has left', async () => {
    const upstreamCall = { ...world.as(101), signal: AbortSignal.abort() }
    expect(await problemOf(importing([], { upstreamCall, allowEmpty: true }))).toEqual({
      code: 'upstream_unavailable',
      issues: [],
    })
    expect((await world.settingsOf(11)).revision).toBe(1)
  })
})

const world = useDemoWorld()
const header = 'email;languages;feedbackTags;gradingTags'
const importing = async (rows: readonly string[], overrides: Partial<ImportGraders> = {}) =>
  importGraders(world, {
    current: await world.settingsOf(11),
    expectedRevision: 1,
    csv: Buffer.from([header, ...rows].join('\n')),
    dryRun: false,
    allowEmpty: false,
    userId: 101,
    upstreamCall: world.as(101),
    ...overrides,
  })
