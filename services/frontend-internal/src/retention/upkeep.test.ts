import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { parkedDraftId } from '@course-grading/contracts/assessments/parked-draft'
import { migrationIds } from '@course-grading/contracts/rubrics/rubric-migration'
import { describe, expect } from 'vitest'
import { itOnExamples as it } from '../service-test.fixture.ts'
import { startMigrationUpkeep } from './migration-upkeep.ts'
import { startParkedDraftUpkeep } from './parked-draft-upkeep.ts'
import { startSessionUpkeep } from './session-upkeep.ts'

describe('the upkeep of sessions', () => {
  it('deletes what was known of tokens for twelve hours', async ({ service, jobs }) => {
    await service.signIn(105)
    await service.sql`INSERT INTO known_token (digest, known_until)
      SELECT sha256(number::text::bytea), now() - interval '1 second' FROM generate_series(1, 600) AS number`
    await jobs.start((given) => startSessionUpkeep({ ...given, idleS: 7200 }))
    await expect
      .poll(() => service.sql`SELECT DISTINCT known_until > now() AS is_known FROM known_token`)
      .toEqual([{ is_known: true }])
  })

  it.for([
    ['what public-api knew of tokens for twelve hours', 'known_api_token', 'digest', 'known_until'],
    ['launches that are too old to sign in', 'used_launch', 'nonce_hash', 'used_until'],
  ] as const)('deletes %s', async ([, table, key, until], { rows, jobs }) => {
    await rows.query(`INSERT INTO ${table} (${key}, ${until})
      SELECT sha256(number::text::bytea), now() + interval '1 minute' * number FROM generate_series(-600, 1) AS number`)
    await jobs.start((given) => startSessionUpkeep({ ...given, idleS: 7200 }))
    await expect.poll(() => rows.query(`SELECT ${until} > now() AS is_kept FROM ${table}`)).toEqual([{ is_kept: true }])
  })

  it('deletes sessions that ended more than a day ago, and counts them and those that live', async ({
    service,
    rows,
    jobs,
  }) => {
    await rows.age(await service.signIn(102), 43_200 + 86_400 + 60)
    const upkeep = await jobs.start((given) => startSessionUpkeep({ ...given, idleS: 7200 }))
    await expect.poll(() => [upkeep.deletedSessions, upkeep.liveSessions]).toEqual([1, 2])
    expect(await rows.countOf(102)).toBe(0)
  })

  it('goes on after a failure', async ({ service, jobs }) => {
    const upkeep = await jobs.start((given) => startSessionUpkeep({ ...given, idleS: 7200 }))
    await expect.poll(() => upkeep.liveSessions).toBe(2)
    await service.sql`ALTER TABLE session RENAME TO session_away`
    await expect.poll(() => jobs.logged).toContainEqual(expect.objectContaining({ job: 'live_sessions' }))
    await service.sql`ALTER TABLE session_away RENAME TO session`
    await service.signIn(103)
    await expect.poll(() => upkeep.liveSessions).toBe(3)
  })
})

describe('the upkeep of rubric migrations', () => {
  it('removes plans once their hour has passed', async ({ service, jobs }) => {
    await service.sql`UPDATE rubric_migration SET created_at = now() - interval '61 minutes' WHERE id = ${migrationIds.unrun}`
    await jobs.start(startMigrationUpkeep)
    await expect.poll(() => service.sql`SELECT id FROM rubric_migration`).toEqual([{ id: migrationIds.ready }])
  })
})

describe('the upkeep of parked drafts', () => {
  it('deletes all that are older than seven days, and no others', async ({ service, jobs }) => {
    await service.sql`INSERT INTO parked_draft (id, owner_id, course_id, assessment_id, refused_as, base_revision, content, created_at, fixture)
      SELECT gen_random_uuid(), 101, 11, ${assessmentIds.held}, 'claim_lost', 1, '{}', now() - interval '7 days' + make_interval(secs => CASE number % 2 WHEN 0 THEN -1 ELSE 600 END), FALSE
      FROM generate_series(1, 1202) AS number`
    await jobs.start(startParkedDraftUpkeep)
    await expect.poll(() => service.sql`SELECT count(*)::int FROM parked_draft`).toEqual([{ count: 602 }])
    expect(await service.sql`SELECT FROM parked_draft WHERE id = ${parkedDraftId}`).toHaveLength(1)
  })
})
