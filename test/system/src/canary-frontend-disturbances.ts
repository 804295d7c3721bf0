import type { CourseSettings } from '@course-grading/domain'
import type { FaultAction } from '@course-grading/fake-upstream'
import { changeOf } from '@course-grading/test-kit'
import { type Ask, bodyIn, etagIn, sessionIdIn } from './canary-frontend-exchange.ts'
import type { FrontendCanaryWorld } from './canary-frontend-world.ts'

/** Platform and database fail in the ways that let them quote their input, around the operations that use them. */
export async function disturbedRequests(ask: Ask, canaries: FrontendCanaryWorld): Promise<void> {
  const { tokenOf } = canaries
  const session = sessionIdIn(await ask('createSession', [201], { body: { token: tokenOf(101) } }))
  await whileUpstreamFails(ask, canaries, session)
  await whileTheDatabaseFails(ask, canaries, session)
  await whenSessionsEnd(ask, canaries)
}

async function whileUpstreamFails(
  ask: Ask,
  { world: { upstream }, tokenOf, texts }: FrontendCanaryWorld,
  session: string,
): Promise<void> {
  const echo = `${texts.upstream} Token ${tokenOf(101)} ${upstream.world.user(201).email}`
  const json = JSON.stringify({ detail: echo, token: tokenOf(101) })
  const answers: readonly FaultAction[] = [
    { kind: 'status', status: 500, body: `<pre>${echo}</pre>`, contentType: 'text/html' },
    { kind: 'status', status: 200, body: json, contentType: 'application/json' },
    { kind: 'status', status: 400, body: json, contentType: 'application/json' },
    {
      kind: 'status',
      status: 429,
      body: json,
      contentType: 'application/json',
      headers: { 'Retry-After': tokenOf(101) },
    },
    { kind: 'status', status: 200, body: json.slice(0, -1), contentType: 'application/json' },
    { kind: 'redirect', status: 302, location: `https://elsewhere.test/?token=${tokenOf(101)}` },
    { kind: 'wrong_content_type', contentType: `text/${tokenOf(101)}` },
    { kind: 'half_answer' },
  ]
  for (const action of answers) {
    const around = async (path: string, request: () => Promise<unknown>): Promise<void> => {
      upstream.faults.add({ path, action })
      await request()
      upstream.faults.clear()
    }
    await around('/api/v2/users/me', () => ask('createSession', [502], { body: { token: tokenOf(102) } }))
    await around('/api/v2/courses/11/usertags', () => ask('refreshCourseTags', [502], { session, body: {} }))
    await around('/api/v2/courses/11/students', () => ask('refreshCourseSnapshot', [502], { session }))
    await around('/api/v2/users/*', () => ask('exportGraders', [502, 200], { session }))
  }
}

async function whileTheDatabaseFails(
  ask: Ask,
  { world, wire, tokenOf, texts }: FrontendCanaryWorld,
  session: string,
): Promise<void> {
  const role = new URL(world.database.urls.frontendInternal).username
  const requestOf = {
    session: () => ask('createSession', [500], { body: { token: tokenOf(103) } }),
    preferences: async () => {
      const read = await ask('getPreferences', [200], { session })
      await ask('putPreferences', [500], { session, ifMatch: etagIn(read), body: bodyIn(read) })
    },
    roster_student: () => {
      Object.assign(world.upstream.world.user(203), { firstName: texts.row })
      return ask('refreshCourseSnapshot', [500], { session })
    },
    course_settings_revision: async () => {
      const read = await ask('getCourseSettings', [200], { session })
      const body = { ...changeOf(JSON.parse(bodyIn(read)) as CourseSettings), graders: [], name: texts.row }
      await ask('putCourseSettings', [500], { session, ifMatch: etagIn(read), body })
    },
  } as const
  const raises = [
    `RAISE EXCEPTION 'refused %', NEW USING DETAIL = NEW::text, HINT = NEW::text, COLUMN = NEW::text`,
    `RAISE SQLSTATE '57P01' USING MESSAGE = NEW::text`,
  ]
  for (const raise of raises) {
    for (const table of Object.keys(requestOf) as (keyof typeof requestOf)[]) {
      await world.query(`
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${raise}; END $$;
        CREATE TRIGGER refuse BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()
      `)
      try {
        await requestOf[table]()
      } finally {
        await world.query('DROP FUNCTION refuse CASCADE')
      }
    }
  }
  await world.query(`REVOKE SELECT ON session FROM ${role}`)
  await ask('getSession', [500], { session })
  await world.query(`GRANT SELECT ON session TO ${role}`)
  wire.cut()
  await ask('getSession', [500], { session })
  await ask('createSession', [500], { body: { token: tokenOf(104) } })
  wire.mend()
}

/** Ends sessions by their age, by a rejection of the platform, and by damage to the sealed token. */
async function whenSessionsEnd(ask: Ask, { world, tokenOf }: FrontendCanaryWorld): Promise<void> {
  const [expired, refused, spoilt] = [
    sessionIdIn(await ask('createSession', [201], { body: { token: tokenOf(206) } })),
    sessionIdIn(await ask('createSession', [201], { body: { token: tokenOf(207) } })),
    sessionIdIn(await ask('createSession', [201], { body: { token: tokenOf(208) } })),
  ]
  await world.query(
    `UPDATE session SET created_at = created_at - interval '13 hours', expires_at = now() WHERE user_id = 206`,
  )
  await world.query(`UPDATE session SET identity_at = now() - interval '10 minutes' WHERE user_id IN (207, 208)`)
  await world.query(`UPDATE session SET sealed_token = sealed_token || '\\x00' WHERE user_id = 208`)
  await ask('getSession', [401], { session: expired })
  world.upstream.faults.add({
    path: '/api/v2/users/me',
    action: {
      kind: 'status',
      status: 401,
      body: JSON.stringify({ detail: tokenOf(207) }),
      contentType: 'application/json',
    },
  })
  await ask('listCourses', [401], { session: refused })
  world.upstream.faults.clear()
  await ask('listCourses', [401, 500], { session: spoilt })
}
