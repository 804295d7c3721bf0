import { isRightOfService } from '@course-grading/contracts'
import type { CourseSettings } from '@course-grading/domain'
import { changeOf } from '@course-grading/test-kit'
import { type Ask, bodyIn, etagIn, operationIds, operationOf, sessionIdIn } from './canary-frontend-exchange.ts'
import type { FrontendCanaryWorld } from './canary-frontend-world.ts'
import { exampleQuery } from './example-query.ts'
import { refuseDelivery } from './canary-refused-delivery.ts'

const csvHeader = 'email;languages;feedbackTags;gradingTags'

const signIn = async (ask: Ask, { tokenOf }: FrontendCanaryWorld, userId: number): Promise<string> =>
  sessionIdIn(await ask('createSession', [201], { body: { token: tokenOf(userId) } }))

async function nextSubmission({ world }: FrontendCanaryWorld): Promise<number> {
  const { rows } = await world.query<{ next: number }>('SELECT 70000 + count(*)::integer AS next FROM delivery')
  return rows[0]!.next
}

/** A successful request of every operation of the boundary, by callers who have the right. */
export async function goodRequests(ask: Ask, canaries: FrontendCanaryWorld): Promise<void> {
  const { world, secrets, texts } = canaries
  const simulated = world.upstream.world
  const { email, username } = simulated.user(102)
  const [session, second, otherTeacher, student] = [
    await signIn(ask, canaries, 101),
    await signIn(ask, canaries, 101),
    await signIn(ask, canaries, 104),
    await signIn(ask, canaries, 201),
  ]
  await ask('getSession', [200], { session, secret: secrets.previous })
  const preferences = await ask('getPreferences', [200], { session })
  await ask('putPreferences', [204], { session, ifMatch: etagIn(preferences), body: bodyIn(preferences) })
  await ask('configureCourse', [201, 409], { session, body: { courseId: 12 } })
  await ask('getCourse', [200], { session: student })

  const settings = await ask('getCourseSettings', [200], { session })
  const { graders: _graders, ...change } = changeOf(JSON.parse(bodyIn(settings)) as CourseSettings)
  const written = await ask('putCourseSettings', [200], {
    session,
    ifMatch: etagIn(settings),
    body: { ...change, graders: [{ userId: 103, languages: ['en'] }] },
  })
  const refreshed = await ask('refreshCourseTags', [200], { session, body: {} })
  await ask('importGraders', [200], {
    session,
    ifMatch: etagIn(refreshed) || etagIn(written),
    query: '?dryRun=true',
    body: `${csvHeader}\n${email};en;;`,
  })
  await ask('importGraders', [200], {
    session,
    ifMatch: etagIn(refreshed),
    body: `${csvHeader}\n"${email}";"en,fi";;(none)\n`,
  })
  await ask('getSettingsRevision', [200], { session, params: { revision: 2 } })

  await ask('refreshCourseSnapshot', [200], { session })
  await ask('getCourseSnapshot', [200], { session: student })
  await ask('listStudents', [200], { session, query: `?q=${encodeURIComponent(simulated.user(205).lastName)}` })
  await ask('listStudents', [200], { session, query: `?q=${encodeURIComponent(email)}&tag=${username}` })
  await ask('listStudents', [200], { session })
  await ask('getStudent', [200], { session: student })
  await ask('eraseStudentData', [204, 404], { session, params: { userId: 229 } })

  const id = await refuseDelivery(world.database.urls.manualGrading, {
    submissionId: await nextSubmission(canaries),
    feedback: `<p>${texts.row}</p>`,
  })
  await readEverything(ask, session, { id })
  await ask('resolveDelivery', [200], {
    session,
    params: { id },
    body: { as: 'cancelled', reason: 'It is no longer wanted.' },
  })

  await ask('deleteOtherSessions', [204], { session: second })
  await ask('getSession', [401], { session })
  await ask('deleteSession', [204], { session: second })
  await ask('getSession', [401], { session: second })
  await ask('getCourseSettings', [403], { session: otherTeacher })
  await ask('getStudent', [403], { session: student, params: { userId: 202 } })
  await ask('getCourseBySlug', [404], { session: student, params: { slug: 'no-such-course' } })
}

/** Every read with the contract's example, so a new read needs no line here. `known` replaces ids that exist in this world only. */
async function readEverything(ask: Ask, session: string, known: Readonly<Record<string, string>>): Promise<void> {
  for (const id of operationIds) {
    const { method, allow, example } = operationOf(id)
    if (method !== 'get') continue
    await ask(id, [200], {
      ...(!isRightOfService(allow) && { session }),
      params: { ...example.params, ...known },
      query: `?${exampleQuery(operationOf(id))}`,
    })
  }
}

/** Each operation, rejected in every way in which credentials and texts are put where they do not belong. */
export async function refusedRequests(ask: Ask, canaries: FrontendCanaryWorld): Promise<void> {
  const { secrets, tokenOf, texts } = canaries
  const token = tokenOf(101)
  const session = await signIn(ask, canaries, 101)
  const forged = `cgs_${Buffer.from(session).toString('base64url').slice(0, 43)}`
  const both = `${texts.body} ${token} ${session}`
  for (const id of operationIds) {
    const { method, allow, path, ifMatch, query } = operationOf(id)
    const needsSession = !isRightOfService(allow)
    await ask(id, [401], { session, secret: null })
    await ask(id, [401], { session, secret: secrets.wrong })
    await ask(id, [401], { session, headers: [['X-Service-Frontend-Secret', secrets.current]] })
    await ask(id, [401], {
      session,
      secret: null,
      query: `?secret=${secrets.current}`,
      headers: [['Cookie', `session=${session}; token=${token}; ${secrets.current}`]],
    })
    if (needsSession) {
      for (const value of [null, token, forged, `${session}x`, secrets.current])
        await ask(id, [401], { session: value })
      await ask(id, [401], { headers: [['Authorization', `Token ${token}`]] })
      await ask(id, [401], {
        headers: [
          ['Authorization', `Bearer ${session}`],
          ['Authorization', `Bearer ${session}`],
        ],
      })
      await ask(id, [401], {
        session: null,
        query: `?session=${session}&token=${token}`,
        headers: [['Cookie', `session=${session}`]],
      })
    }
    if (path.includes('{courseId}')) await ask(id, [400, 404], { session, params: { courseId: session } })
    if (path.includes('{slug}')) await ask(id, [400, 404], { session, params: { slug: session } })
    if (query !== undefined)
      await ask(id, [400, 200], {
        session,
        query: `?cursor=${session}&limit=${token}&q=${encodeURIComponent(both)}&dryRun=${token}`,
      })
    if (method === 'get') {
      await ask(id, needsSession ? [200, 304, 400, 404] : [200, 304], {
        session,
        headers: [
          ['If-None-Match', `"${session}"`],
          ['User-Agent', both],
          ['Referer', `https://x.test/?${token}`],
        ],
      })
    } else if (id !== 'deleteSession' && id !== 'deleteOtherSessions') {
      await refusedWrites(ask, { id, session, token, both, ifMatch: ifMatch === true })
    }
  }
  await ask('createSession', [401], { body: { token: 'f'.repeat(40) } })
  await ask('createSession', [400], { body: { token: both } })
  await ask('importGraders', [400], {
    session,
    ifMatch: '"1"',
    body: `${csvHeader}\n${both};${texts.body};${token};${session}\n;;;`,
  })
  await ask('deleteOtherSessions', [400, 413], { session, body: { unknown: both } })
}

async function refusedWrites(
  ask: Ask,
  {
    id,
    session,
    token,
    both,
    ifMatch,
  }: { id: Parameters<Ask>[0]; session: string; token: string; both: string; ifMatch: boolean },
): Promise<void> {
  const refused = id === 'eraseStudentData' ? [400, 404, 413, 415] : [400, 412, 413, 415]
  const match = ifMatch ? { ifMatch: '"1"' } : {}
  const bodies: readonly unknown[] = [
    both,
    `{"${both}`,
    { unknown: both, token: both, courseId: both, ltiLoginUrl: both },
    [both],
    `{"token":"${both}","token":"${token}"}`,
    both.repeat(20_000),
  ]
  for (const body of bodies) await ask(id, refused, { session, body, ...match })
  await ask(id, refused, { session, body: '{}', type: `application/${token}`, ...match })
  if (!ifMatch) return
  await ask(id, [428], { session, body: '{}' })
  for (const value of [`"${session}"`, token, `W/"1", "${session}"`])
    await ask(id, [400], { session, body: '{}', ifMatch: value })
}
