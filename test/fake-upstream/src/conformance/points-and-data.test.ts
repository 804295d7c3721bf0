import { describe, expect } from 'vitest'
import type { JsonObject } from '../http/json.ts'
import { factsAbout, openUpstreamUnderTest } from './upstream-under-test.ts'

const upstream = await openUpstreamUnderTest()
const fact = factsAbout(upstream)
const { courseId, exerciseId } = upstream
const dataPath = `/courses/${courseId}/submissiondata?exercise_id=${exerciseId}`

async function rows(query: string): Promise<JsonObject[]> {
  const got = await upstream.ask(`${dataPath}${query}`, { as: 'teacher', headers: { accept: 'application/json' } })
  return JSON.parse(got.text) as JsonObject[]
}

async function ownPoints(): Promise<{ points: JsonObject; modules: JsonObject[] }> {
  const points = (await upstream.ask(`/courses/${courseId}/points/me`, { as: 'student' })).object()
  return { points, modules: points['modules'] as unknown as JsonObject[] }
}

/** Exercises that only teachers see in the list. */
async function hiddenModules(): Promise<JsonObject[]> {
  return (await upstream.list(`/courses/${courseId}/exercises`, { as: 'teacher' })).filter(
    (module) => module['is_hidden'] === true,
  )
}

describe('A+ points', () => {
  fact("has a person's role as a label in the caller's language", ['assistant', 'course'], async () => {
    const role = async (language: string): Promise<unknown> =>
      (
        await upstream.ask(`/courses/${courseId}/points/me`, {
          as: 'assistant',
          headers: { 'accept-language': language },
        })
      ).object()['role']
    expect([await role('en'), await role('fi')]).toEqual(['Assistant', expect.not.stringMatching('Assistant$')])
  })

  fact(
    'adds up exercises to modules and modules to the course, but for hidden modules',
    ['student', 'teacher', 'course'],
    async () => {
      const { points, modules } = await ownPoints()
      const hidden = new Set((await hiddenModules()).map(({ id }) => id))
      const sum = (items: unknown, field: string): number =>
        (items as JsonObject[]).reduce((total, item) => total + Number(item[field]), 0)
      expect(points['points']).toBe(sum(modules, 'points'))
      expect(points['submission_count']).toBe(sum(modules, 'submission_count'))
      for (const module of modules.filter(({ id }) => !hidden.has(id))) {
        expect(module['max_points']).toBe(sum(module['exercises'], 'max_points'))
      }
    },
  )

  fact(
    'shows a student hidden modules with their exercises, with maximum 0',
    ['student', 'teacher', 'course'],
    async () => {
      const hidden = await hiddenModules()
      const { modules } = await ownPoints()
      const idsOf = (items: unknown): unknown[] => (items as readonly JsonObject[]).map(({ id }) => id)
      expect(hidden).not.toEqual([])
      for (const { id, exercises } of hidden) {
        const shown = modules.find((module) => module['id'] === id)
        expect([id, shown?.['max_points'], idsOf(shown?.['exercises'] ?? [])]).toEqual([id, 0, idsOf(exercises)])
      }
    },
  )

  fact(
    'leaves the exercises of a hidden module their own maximum, so that sums do not hold',
    ['simulator'],
    async () => {
      const { world } = upstream.simulated
      world.exercises.set(1191, { ...world.exercise(1101), id: 1191, moduleId: 56, parentId: null })
      world.addSubmission({ exerciseId: 1191, submitterIds: [201], status: 'ready', grade: 3 })
      const { modules } = await ownPoints()
      world.exercises.delete(1191)
      expect(modules.find(({ id }) => id === 56)).toMatchObject({
        max_points: 0,
        exercises: [{ id: 1191, max_points: 10, points: 3 }],
      })
    },
  )

  fact('shows one page of students with their whole result trees', ['teacher', 'course'], async () => {
    const [first] = await upstream.list(`/courses/${courseId}/points`, { as: 'teacher' })
    expect(first).toMatchObject({ role: expect.any(String), tags: expect.any(Array), modules: expect.any(Array) })
  })

  fact("keeps another student's points from a student", ['student', 'teacher', 'course'], async () => {
    const { id } = (await upstream.ask('/users/me', { as: 'teacher' })).object()
    const got = await upstream.ask(`/courses/${courseId}/points/${JSON.stringify(id)}`, { as: 'student' })
    expect(got.status).toBe(404)
  })

  fact(
    "lays the exercise over the person in submitter_stats: id is the exercise's",
    ['student', 'exercise'],
    async () => {
      const stats = (await upstream.ask(`/exercises/${exerciseId}/submitter_stats/me`, { as: 'student' })).object()
      expect([stats['id'], typeof stats['username']]).toEqual([exerciseId, 'string'])
    },
  )

  fact('names members of own groups by profile id', ['simulator'], async () => {
    const [group] = await upstream.list('/courses/11/mygroups', { as: 'student' })
    const members = group?.['members'] as unknown as JsonObject[]
    const ids = [201, 203, 205].map((id) => upstream.simulated.world.user(id).profileId)
    expect(members.map(({ id }) => id)).toEqual(ids)
  })
})

describe('A+ bulk data', () => {
  for (const accept of ['*/*', 'text/csv']) {
    fact(`is CSV with Accept ${accept}`, ['teacher', 'course', 'exercise'], async () => {
      const got = await upstream.ask(`${dataPath}&best=no`, { as: 'teacher', headers: { accept } })
      expect([got.status, got.contentType.split(';')[0]]).toEqual([200, 'text/csv'])
      expect(got.text).toMatch(/^ExerciseID,Category,Exercise,SubmissionID,Time,UserID,StudentID,Email,Status,Grade,/)
    })
  }

  for (const how of ['accept', 'format'] as const) {
    fact(`is a bare JSON array when asked by ${how}`, ['teacher', 'course', 'exercise'], async () => {
      const got =
        how === 'accept'
          ? await upstream.ask(dataPath, { as: 'teacher', headers: { accept: 'application/json' } })
          : await upstream.ask(`${dataPath}&format=json`, { as: 'teacher' })
      expect(Array.isArray(JSON.parse(got.text))).toBe(true)
      expect(got.contentType).toBe('application/vnd.aplus+json')
    })
  }

  fact('has every status with best=no and only ready ones without', ['simulator'], async () => {
    const statuses = (list: JsonObject[]): unknown[] => [...new Set(list.map((row) => row['Status']))]
    upstream.simulated.world.addSubmission({ exerciseId, submitterIds: [230], status: 'ready', grade: 5 })
    expect(statuses(await rows('&best=no')).toSorted()).toEqual(['ready', 'waiting'])
    expect(statuses(await rows(''))).toEqual(['ready'])
  })

  fact("repeats a group's submission, one row a submitter", ['simulator'], async () => {
    const group = (await rows('&best=no')).filter((row) => row['SubmissionID'] === 3009)
    expect(group.map((row) => row['UserID'])).toEqual([201, 203, 205])
  })

  fact('joins repeated answers and gives files as absolute addresses', ['simulator'], async () => {
    const row = (await rows('&best=no')).find(({ SubmissionID }) => SubmissionID === 3001)
    const file1 = expect.stringMatching(/^http.+\/submissions\/3001\/files\/\d+/)
    expect(row).toMatchObject({ reviewed: 'yes|no', file1 })
  })

  fact(
    "joins an answer to the column whose name it has, and puts a file in its place, but not the submitter's",
    ['simulator'],
    async () => {
      const file = { id: 1, filename: 'a.py', paramName: 'Grade', content: null }
      const { id } = upstream.simulated.world.addSubmission({
        exerciseId,
        submitterIds: [229],
        files: [file],
        answers: [
          ['Status', 'ready'],
          ['Time', ''],
          ['answer', 'x'],
        ],
      })
      const row = (await rows('&best=no')).find(({ SubmissionID }) => SubmissionID === id)
      expect(row).toMatchObject({
        UserID: 229,
        Status: 'waiting|ready',
        Time: expect.stringMatching(/00:00\|$/),
        Grade: expect.stringMatching(/^http.+\/files\/1/),
      })
    },
  )

  for (const name of ['Grade', 'Penalty', 'UserID', 'SubmissionID', 'ExerciseID', 'Notified']) {
    fact(
      `cannot answer at all, for that exercise, while an answer has the name ${name}: 500 in HTML`,
      ['simulator'],
      async () => {
        const { world } = upstream.simulated
        const authorization = `Token ${world.tokenOf(229)}`
        const form = new URLSearchParams([[name, '20']])
        const sent = await upstream.ask('/exercises/1104/submissions/submit', {
          method: 'POST',
          headers: { authorization },
          form,
        })
        const statusOf = async (asked: number): Promise<unknown[]> => {
          const got = await upstream.ask(`/courses/11/submissiondata?exercise_id=${asked}&best=no&format=json`, {
            as: 'teacher',
          })
          return [got.status, got.contentType.split(';')[0]]
        }
        const during = [await statusOf(1104), await statusOf(1103)]
        world.removeSubmission(Number(sent.headers.get('location')?.split('/').at(-1)))
        const json = [200, 'application/vnd.aplus+json']
        expect([...during, await statusOf(1104)]).toEqual([[500, 'text/html'], json, json])
      },
    )
  }

  fact('gives the addresses of files with the format that was asked for', ['simulator'], async () => {
    const row = (await rows('&best=no&format=json')).find(({ SubmissionID }) => SubmissionID === 3001)
    expect(row?.['file1']).toMatch(/\/submissions\/3001\/files\/\d+\?format=json$/)
  })

  fact('shows exercises that are hidden from assistants only to teachers', ['simulator'], async () => {
    const { id } = upstream.simulated.world.addSubmission({ exerciseId: 1106, submitterIds: [201] })
    const seenBy = async (as: 'teacher' | 'assistant'): Promise<unknown[]> => {
      const got = await upstream.ask('/courses/11/submissiondata?exercise_id=1106&best=no&format=json', { as })
      return (JSON.parse(got.text) as JsonObject[]).map(({ SubmissionID }) => SubmissionID)
    }
    expect([await seenBy('teacher'), await seenBy('assistant')]).toEqual([[id], []])
  })

  fact('writes times with a space and null as the word None', ['simulator'], async () => {
    const row = (await rows('&best=no')).find(({ SubmissionID }) => SubmissionID === 3001)
    expect(row).toMatchObject({ Time: '2026-10-01 09:37:00.799000+00:00', Graded: 'None' })
  })

  fact('gives 3,600 submissions with their people in one answer', ['simulator'], async () => {
    const headers = { authorization: `Token ${upstream.simulated.world.tokenOf(104)}`, accept: 'application/json' }
    const got = await upstream.ask('/courses/13/submissiondata?exercise_id=1301&best=no', { headers })
    const list = JSON.parse(got.text) as JsonObject[]
    expect([list.length, new Set(list.map((row) => row['UserID'])).size]).toEqual([3600, 1200])
  })
})
