import { describe, expect, it } from 'vitest'
import { assistant, useRefreshes } from './refreshes.fixture.ts'

const { world, refresh, secondPool } = useRefreshes()

describe('refreshCourseSnapshot, of registered submissions', () => {
  it('sets whom the learning platform names now, in transactions of at most 200 submissions', async () => {
    const ids = Array.from({ length: 230 }, (_, index) => 70_000 + index)
    for (const id of ids) world.fake.world.addSubmission({ id, exerciseId: 1103, submitterIds: [202] })
    await register(ids, 201)
    const statements: string[] = []
    await refresh({ database: await secondPool((name) => void statements.push(name)) })
    expect(await submittersOf(ids)).toEqual([202])
    expect(statements.filter((name) => name === 'lockSubmissions')).toHaveLength(2)
  })

  it('writes whole transactions if the connection is cut, and the next refresh writes the others', async () => {
    const ids = Array.from({ length: 230 }, (_, index) => 70_000 + index)
    for (const id of ids) world.fake.world.addSubmission({ id, exerciseId: 1103, submitterIds: [202] })
    await register(ids, 201)
    await world.query(`
      CREATE FUNCTION cut_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$;
      CREATE TRIGGER cut_off BEFORE INSERT ON submission_submitter FOR EACH ROW WHEN (NEW.submission_id = 70220) EXECUTE FUNCTION cut_off()`)
    await expect(refresh()).rejects.toThrow()
    expect([await submittersOf(ids.slice(0, 200)), await submittersOf(ids.slice(200))]).toEqual([[202], [201]])
    await world.query('DROP TRIGGER cut_off ON submission_submitter')
    await refresh()
    expect(await submittersOf(ids)).toEqual([202])
  })

  it('does so by the list that an assistant is shown, and not by an older list while none is shown', async () => {
    world.fake.world.addSubmission({ id: 71_000, exerciseId: 1103, submitterIds: [202] })
    await refresh()
    await register([71_000], 201)
    world.fake.world.exercise(1103).allowAssistantViewing = false
    await refresh(assistant)
    expect(await submittersOf([71_000])).toEqual([201])
    world.fake.world.exercise(1103).allowAssistantViewing = true
    await refresh(assistant)
    expect(await submittersOf([71_000])).toEqual([202])
  })
})

/** Registered submissions of one person. */
const register = (ids: readonly number[], userId: number) =>
  world.query(`WITH given AS (SELECT unnest('{${ids.join(',')}}'::bigint[]) AS id),
    entered AS (
      INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, max_points_at, in_queue, fixture, registered_at)
      SELECT id, 11, 1103, '2026-11-01T10:00:00Z', 'en', 1, 20, now(), TRUE, FALSE, now() FROM given RETURNING submission_id
    ),
    named AS (INSERT INTO submission_submitter SELECT submission_id, ${userId} FROM entered)
    INSERT INTO capability (submission_id, course_id, exercise_id, sealed_url, key_id, origin_digest, max_points, registered_at, replaced, settle_until, expires_at, fixture)
    SELECT submission_id, 11, 1103, 'x', 'k-1', 'x', 20, now(), FALSE, now(), now() + interval '1 day', FALSE FROM entered`)

/** All people among the submitters of these submissions. */
async function submittersOf(ids: readonly number[]): Promise<readonly number[]> {
  const rows = await world.query(
    `SELECT DISTINCT user_id::int AS id FROM submission_submitter WHERE submission_id IN (${ids.join(', ')}) ORDER BY 1`,
  )
  return rows.map(({ id }) => Number(id))
}
