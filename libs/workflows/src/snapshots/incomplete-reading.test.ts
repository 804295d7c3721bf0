import { describe, expect, it } from 'vitest'
import { useRefreshes } from './refreshes.fixture.ts'

const { world, refresh } = useRefreshes()

type Fault = Parameters<typeof world.fake.faults.add>[0]['action']
const reply = (body: string): Fault => ({ kind: 'status', status: 200, contentType: 'application/json', body })
const nothing = '{"count":0,"next":null,"previous":null,"results":[]}'
const lists = '/api/v2/courses/11/submissiondata'
const students = '/api/v2/courses/11/students'

describe('a refresh that cannot read the whole list of an exercise', () => {
  it.each<[what: string, path: string, fault: Fault, after?: number]>([
    ['half of it comes', lists, { kind: 'half_answer' }, 1],
    ['it breaks off', lists, reply('[{"ExerciseID":1104,'), 1],
    ['it is no list', lists, reply('null'), 1],
    ['it fails', lists, { kind: 'status', status: 500 }, 1],
    ['it is unknown', lists, { kind: 'status', status: 404 }],
    ['the exercise is unknown', '/api/v2/exercises/1104', { kind: 'status', status: 404 }],
    ['the exercise is in no module', '/api/v2/courses/11/exercises', reply(nothing)],
    ['half of the roster comes', students, { kind: 'half_answer' }],
    ['the last call is cut', '/api/v2/courses/11/usertags', { kind: 'half_answer' }],
  ])('takes nobody off and marks nothing as gone if %s', async (_what, path, action, after = 0) => {
    const before = await registered()
    changeUpstream()
    world.fake.faults.add({ path, action, after })
    await refresh().catch(() => {})
    expect(await known()).toEqual(before)
    world.fake.faults.clear()
    await refresh()
    expect((await known()).slice(0, 2)).toEqual([
      { id: 3101, gone: false, people: '{230}' },
      { id: 3102, gone: true, people: before[1]?.['people'] },
    ])
  })
})

describe('a refresh that reads nothing, as if that were all', () => {
  it.each([
    ['an empty list', lists, reply('[]')],
    ['an empty roster', students, reply(nothing)],
  ])('takes nobody off and marks nothing as gone, by %s', async (_what, path, action) => {
    const before = await registered()
    world.fake.faults.add({ path, action })
    await refresh()
    expect(await known()).toEqual(before)
    world.fake.faults.clear()
    await refresh()
    expect(await known()).toEqual(before)
  })
})

/** Registers the twenty submissions of an exercise as they are upstream. */
async function registered() {
  await refresh()
  await world.query(`
    WITH entered AS (
      INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, max_points_at, in_queue,
        fixture, registered_at)
      SELECT submission_id, course_id, exercise_id, submitted_at, 'en', 1, 20, now(), TRUE, FALSE, now() FROM snapshot_submission
      WHERE exercise_id = 1104 RETURNING submission_id),
    named AS (
      INSERT INTO submission_submitter SELECT submission_id, user_id FROM snapshot_submitter JOIN entered USING (submission_id))
    INSERT INTO capability (submission_id, course_id, exercise_id, sealed_url, key_id, origin_digest, max_points, registered_at, replaced,
      settle_until, expires_at, fixture)
    SELECT submission_id, 11, 1104, 'x', 'k-1', 'x', 20, now(), FALSE, now(), now() + interval '1 day', FALSE FROM entered`)
  const rows = await known()
  expect(rows).toHaveLength(20)
  return rows
}

const known = () =>
  world.query('SELECT submission_id::int AS id, gone, submitter_ids::text AS people FROM submission ORDER BY 1')

/** One submission is somebody else's now, and one was deleted. */
function changeUpstream(): void {
  const { world: upstream } = world.fake
  upstream.submissions.set(3101, { ...upstream.submission(3101), submitterIds: [230] })
  upstream.removeSubmission(3102)
}
