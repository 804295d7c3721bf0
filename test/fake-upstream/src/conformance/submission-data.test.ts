import { describe, expect } from 'vitest'
import type { JsonObject } from '../http/json.ts'
import { factsAbout, openUpstreamUnderTest } from './upstream-under-test.ts'

const upstream = await openUpstreamUnderTest()

describe('A+ bulk data', () => {
  fact('is CSV unless JSON is asked for', ['teacher', 'course', 'exercise'], async () => {
    const got = await upstream.ask(`${dataPath}&best=no`, { as: 'teacher' })
    expect(got.contentType.split(';')[0]).toBe('text/csv')
    expect(got.text).toMatch(/^ExerciseID,Category,Exercise,SubmissionID,Time,UserID,StudentID,Email,Status,Grade,/)
  })

  fact('is a bare JSON array when asked by format', ['teacher', 'course', 'exercise'], async () => {
    const got = await upstream.ask(`${dataPath}&format=json`, { as: 'teacher' })
    expect(Array.isArray(JSON.parse(got.text))).toBe(true)
    expect(got.contentType).toBe('application/vnd.aplus+json')
  })

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

  for (const name of ['Grade', 'UserID', 'Notified']) {
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

const fact = factsAbout(upstream)
const { courseId, exerciseId } = upstream
const dataPath = `/courses/${courseId}/submissiondata?exercise_id=${exerciseId}`

async function rows(query: string): Promise<JsonObject[]> {
  const got = await upstream.ask(`${dataPath}${query}`, { as: 'teacher', headers: { accept: 'application/json' } })
  return JSON.parse(got.text) as JsonObject[]
}
