import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '@course-grading/data/db/database'
import { insertGradedSubmission } from '@course-grading/test-kit'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseOfFile, runToEnd, startCommand } from './command.fixture.ts'

describe('erasures export', () => {
  it('writes the last erasure of each person and course, with ids and times only', async () => {
    for (const [courseId, userId, at] of [
      [12, 201, then],
      [11, 202, before],
      [11, 202, then],
      [11, 201, before],
    ] as const)
      await record(courseId, userId, at)
    await record(11, 203, then, 'export')
    const { code, output } = await erasures('export')
    expect([code, output.split('\n')]).toEqual([0, [line(11, 201, before), line(11, 202, then), line(12, 201, then)]])
  })

  it('writes nothing if nobody was erased', async () => {
    expect(await erasures('export')).toEqual({ code: 0, output: '', logged: [] })
  })

  it('reports that the list is not complete', async () => {
    const { code, output } = await runToEnd('erasures', ['export'], {
      DATABASE_URL: 'postgres://me:hidden@127.0.0.1:1/x',
    })
    expect([code, output]).toEqual([1, 'erasures: the database is not available; the list is not whole'])
  })

  it('writes more than fits into a page', async () => {
    await owner.query(`INSERT INTO person_action SELECT gen_random_uuid(), course, number, 'erase', 101, now()
      FROM generate_series(1, 1200) AS number, generate_series(1, 2) AS course`)
    expect((await erasures('export')).output.split('\n')).toHaveLength(2_400)
  })
})

describe('erasures apply', () => {
  it('erases the people on the list, makes a refresh leave them out, and does nothing the second time', async () => {
    await handedIn(202, 'held')
    const file = fileWith(line(11, 202, then), line(11, 404, then), '')
    const { logged, ...first } = await erasures('apply', file)
    expect(first).toEqual({ code: 0, output: 'erasures: 2 erased, 0 were so already, 0 left' })
    expect(logged).toEqual([
      expect.objectContaining({ level: 'warn', service: 'erasures', event: 'erasure_repeated', count: 2 }),
    ])
    expect(await submitters()).toEqual([])
    expect((await owner.query('SELECT user_id::int, erased_at FROM course_erased_person ORDER BY 1')).rows).toEqual(
      [202, 404].map((id) => ({ user_id: id, erased_at: new Date(then) })),
    )
    expect(await erasures('apply', file)).toMatchObject({
      code: 0,
      output: 'erasures: 0 erased, 2 were so already, 0 left',
    })
    expect((await erasures('export')).output.split('\n')).toEqual([line(11, 202, then), line(11, 404, then)])
  })

  it('does not erase people who take part again after an erasure that the database has recorded, but erases all others', async () => {
    for (const userId of [202, 203]) await handedIn(userId, 'held')
    await record(11, 202, then)
    await record(11, 203, before)
    const { output } = await erasures('apply', fileWith(line(11, 202, then), line(11, 203, later)))
    expect([output, await submitters()]).toEqual(['erasures: 1 erased, 1 were so already, 0 left', [202]])
  })

  it('reports people who were not erased because a grade is on its way, erases the others, and exits 1', async () => {
    await handedIn(202, 'pending')
    await handedIn(203, 'held')
    const { code, output } = await erasures('apply', fileWith(line(11, 202, then), line(11, 203, then)))
    expect([code, output.split('\n')]).toEqual([
      1,
      [
        'erasures: 1 erased, 0 were so already, 1 left',
        'erasures: person 202 of course 11: delivery_pending; settle the grade, then run this again',
      ],
    ])
    expect(await submitters()).toEqual([202])
  })

  it('does nothing with a list that is not complete, and prints the invalid lines', async () => {
    await handedIn(202, 'held')
    const { code, output } = await erasures(
      'apply',
      fileWith(line(11, 202, then), 'person 203', line(11, 204, then).slice(0, 20)),
    )
    expect([code, output, await submitters()]).toEqual([
      1,
      'erasures: nothing was done: no erasure in line 2, 3',
      [202],
    ])
  })

  it('reports a missing file', async () => {
    expect(await erasures('apply', join(folder, 'missing'))).toMatchObject({
      code: 1,
      output: 'erasures: the file cannot be read',
    })
  })

  it.each([['apply'], ['export', 'file']])('shows its usage for %j %j', async (...args) => {
    const { code, output } = await erasures(...args)
    expect([code, output]).toEqual([64, 'usage: erasures export > <file>\n       erasures apply <file>'])
  })
})

const { owner, ownerUrl, url } = await databaseOfFile()
const database = await createDatabase({ url: ownerUrl, applicationName: 'grading', poolMax: 1 })
afterAll(async () => {
  await database.end()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  await owner.query(
    'TRUNCATE person_action, course_erased_person, session, delivery_event, delivery_send, delivery, completed_result, submission_submitter, capability, submission, course_settings, course_slug CASCADE',
  )
})

const env = { DATABASE_URL: url }
const erasures = async (...args: string[]) => {
  const command = startCommand('erasures', args, env)
  return { ...(await command.ended), logged: command.logged }
}
const fileWith = (...lines: string[]): string => {
  const file = join(folder, 'list')
  writeFileSync(file, lines.join('\n'))
  return file
}
const line = (courseId: number, userId: number, erasedAt: string) =>
  JSON.stringify({ courseId, userId, erasedAt, byUserId: 101 })
const record = (courseId: number, userId: number, at: string, action = 'erase') =>
  owner.query('INSERT INTO person_action VALUES (gen_random_uuid(), $1, $2, $3, 101, $4)', [
    courseId,
    userId,
    action,
    at,
  ])
const [before, then, later] = [
  '2026-11-01T10:00:00.000001Z',
  '2026-11-02T10:00:00.123456Z',
  '2026-11-03T10:00:00.000000Z',
]
/** A submission in course 11 by only this person, with a delivery in the given state. */
async function handedIn(userId: number, state: 'held' | 'pending'): Promise<void> {
  await owner.query(`INSERT INTO course_slug VALUES ('c', 11) ON CONFLICT DO NOTHING`)
  await owner.query(`INSERT INTO course_settings (course_id, revision, document)
    VALUES (11, 1, '{"courseId":11,"revision":1,"slug":"c","name":"C","listed":true}') ON CONFLICT DO NOTHING`)
  await owner.query(
    'INSERT INTO manual_grading_exercise (exercise_id, course_id) VALUES (1103, 11) ON CONFLICT DO NOTHING',
  )
  await insertGradedSubmission(database, { submissionId: userId, state })
}

const submitters = async () =>
  (await owner.query<{ id: number }>('SELECT user_id::int AS id FROM submission_submitter ORDER BY 1')).rows.map(
    ({ id }) => id,
  )

const folder = mkdtempSync(join(tmpdir(), 'erasures-'))
