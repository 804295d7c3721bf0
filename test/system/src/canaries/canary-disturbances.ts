import type { FaultAction } from '@course-grading/test-fake-upstream'
import { boundaries } from './canary-requests.ts'
import type { Traffic } from './canary-traffic.ts'
import type { CanaryWorld } from './canary-world.ts'
import { waitFor } from '../service-process.ts'

/**
 * Makes the platform and the database fail around every operation, in ways in which their errors quote what they were given.
 */
export async function disturb(world: CanaryWorld, { signIn, placeAssessments, asTeacher }: Traffic): Promise<void> {
  const everywhere = async (): Promise<void> => {
    for (const boundary of boundaries) await asTeacher(boundary)
  }
  const placeAgain = async (): Promise<void> => {
    await world.query('UPDATE session SET identity_at = now()')
    // After failures the breaker is open, so calls to the platform succeed only after a while.
    await waitFor('the assessments of the examples', () =>
      placeAssessments().then(
        () => true,
        () => undefined,
      ),
    )
  }
  for (const action of upstreamFaults(world)) {
    await placeAgain()
    await world.query(`UPDATE session SET identity_at = now() - interval '10 minutes'`)
    world.upstream.faults.add({ path: '/api/v2/**', action })
    await everywhere()
    world.upstream.faults.clear()
  }
  for (const { begin, end } of databaseFaults(await tablesOf(world))) {
    await placeAgain()
    await world.query(begin)
    await everywhere()
    await world.query(end)
  }
  world.proxy.moveTo('postgres://127.0.0.1:1/nowhere')
  await everywhere()
  world.proxy.moveTo(world.database.ownerUrl)

  // Makes sessions expire, and makes their sealed tokens unreadable.
  for (const set of [
    `sealed_token = sealed_token || '\\x00', identity_at = now() - interval '10 minutes'`,
    `created_at = created_at - interval '13 hours', expires_at = now()`,
  ]) {
    await signIn()
    await world.query(`UPDATE session SET ${set}`)
    await everywhere()
  }
}

/** The faults of the platform. The refused token comes last, since it ends the session. */
function upstreamFaults({ plant, tokenOf, upstream }: CanaryWorld): readonly FaultAction[] {
  const { email, username } = upstream.world.user(201)
  const word = plant('foreign', 'what the learning platform says')
  const echo = `${word} Token ${tokenOf(101)} ${email}`
  const json = JSON.stringify({ detail: echo, token: tokenOf(101) })
  const says = (status: number, body: string, headers = {}, contentType = 'application/json'): FaultAction => ({
    kind: 'status',
    status,
    body,
    headers,
    contentType,
  })
  const identity = { id: 101, username, full_name: echo, email: echo, student_id: null }
  return [
    says(500, `<pre>${echo}</pre>`, {}, 'text/html'),
    says(200, `<pre>${echo}</pre>`, {}, 'text/html'),
    says(400, json),
    says(403, json),
    says(429, json, { 'Retry-After': tokenOf(101) }),
    says(200, json),
    says(200, JSON.stringify({ ...identity, teacher_courses: [echo], staff_courses: echo })),
    says(200, JSON.stringify({ ...identity, id: tokenOf(101) })),
    says(200, json.slice(0, -1)),
    says(200, `{"id":1,${json.slice(1, -1)},"token":"${word}"}`),
    { kind: 'wrong_content_type', contentType: `text/${word}` },
    { kind: 'redirect', status: 302, location: `https://elsewhere.test/?token=${tokenOf(101)}&x=${word}` },
    { kind: 'reset_before_body' },
    { kind: 'half_answer' },
    says(401, json, { 'WWW-Authenticate': echo }),
  ]
}

const tablesOf = async ({ query }: CanaryWorld): Promise<readonly string[]> =>
  (await query<{ name: string }>(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`)).map(
    ({ name }) => name,
  )

/** Faults of all tables but that of sessions, so that requests get past the session; then of that table. */
function databaseFaults(tables: readonly string[]): { begin: string; end: string }[] {
  const raises = [
    `RAISE EXCEPTION 'refused %', concat(NEW::text, OLD::text) USING DETAIL = concat(NEW::text), HINT = concat(NEW::text), COLUMN = concat(NEW::text)`,
    `RAISE SQLSTATE '57P01' USING MESSAGE = concat(NEW::text, OLD::text)`,
    `PERFORM concat(NEW::text, OLD::text)::integer; RETURN NEW`,
  ]
  return [tables.filter((name) => name !== 'session'), ['session']].flatMap((some) => {
    const each = (sql: (name: string) => string): string => some.map(sql).join(';')
    return [
      ...raises.map((raise) => ({
        begin: `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${raise}; END $$;
          ${each((name) => `CREATE TRIGGER refuse BEFORE INSERT OR UPDATE OR DELETE ON ${name} FOR EACH ROW EXECUTE FUNCTION refuse()`)}`,
        end: 'DROP FUNCTION refuse CASCADE',
      })),
      {
        // The server's error then quotes the whole row.
        begin: each((name) => `ALTER TABLE ${name} ADD CONSTRAINT nobody CHECK (false) NOT VALID`),
        end: each((name) => `ALTER TABLE ${name} DROP CONSTRAINT nobody`),
      },
    ]
  })
}
