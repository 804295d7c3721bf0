import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { aSettingsChange, changeOf, demoCourses } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fullRun } from './full-run.ts'
import type { ServiceProcess } from './service-process.ts'
import { readSettings, startWorld, type SystemWorld, tokenOf, writeSettings } from './world.ts'

const writers = 32
const writesInAll = 2_000

let world: SystemWorld
let processes: readonly [ServiceProcess, ServiceProcess]
beforeAll(async () => {
  world = await startWorld()
  processes = await Promise.all([world.start('public-api'), world.start('public-api')])
})
afterAll(() => world.stop())

const settingsNow = async (courseId: number, token: string): Promise<CourseSettings> =>
  (await (await readSettings(processes[0], { courseId, token })).json()) as CourseSettings

describe('settings written on two processes at once', () => {
  it(
    `lets exactly one of the writers of a revision win: ${writers} writers, ${writesInAll} writes`,
    { timeout: 600_000 },
    async () => {
      const winnersOf = new Map<number, string[]>()
      const statuses = new Map<number, number>()
      let sent = 0
      const write = async (writer: number): Promise<void> => {
        while (sent < writesInAll) {
          sent += 1
          const name = `writer ${writer}, write ${sent}`
          const { revision } = await settingsNow(11, tokenOf(101))
          const reply = await writeSettings(processes[writer % 2]!, {
            ifMatch: `"${revision}"`,
            body: JSON.stringify(aSettingsChange({ name, graders: [] })),
          })
          statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
          const body = (await reply.json()) as { revision: number }
          if (reply.status !== 200) continue
          expect(body).toMatchObject({ revision: revision + 1, name })
          winnersOf.set(body.revision, [...(winnersOf.get(body.revision) ?? []), name])
        }
      }
      await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))

      const successes = statuses.get(200) ?? 0
      expect([...statuses.keys()].toSorted()).toEqual([200, 412])
      expect([...winnersOf.values()].filter((names) => names.length !== 1)).toEqual([])
      const last = await settingsNow(11, tokenOf(101))
      expect(last.revision).toBe(1 + successes)
      expect(last.name).toBe(winnersOf.get(last.revision)?.[0])
      // No successful write is missing: the revisions have no gap.
      expect(winnersOf.size).toBe(successes)
    },
  )

  it('lets exactly one of two courses have an exercise, however often they try', { timeout: 600_000 }, async () => {
    const rounds = fullRun ? 40 : 20
    for (let exerciseId = 5001; exerciseId < 5001 + rounds; exerciseId += 1) {
      // An exercise that is moved between courses: it is still in the list of one, and already belongs to the other.
      world.upstream.world.addExercise({ id: exerciseId, moduleId: 51, courseId: 13 })
      const [programming, structures] = await Promise.all([
        settingsNow(11, tokenOf(101)),
        settingsNow(13, tokenOf(104)),
      ])
      const answers = await Promise.all([
        writeSettings(processes[0], {
          ifMatch: `"${programming.revision}"`,
          body: JSON.stringify(
            aSettingsChange({
              graders: [],
              manualGradingExercises: [...programming.manualGradingExercises, exerciseId],
            }),
          ),
        }),
        writeSettings(processes[1], {
          courseId: 13,
          token: tokenOf(104),
          ifMatch: `"${structures.revision}"`,
          body: JSON.stringify({
            ...changeOf(demoCourses.dataStructures),
            manualGradingExercises: [...structures.manualGradingExercises, exerciseId],
          }),
        }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const loser = await answers.find(({ status }) => status === 409)!.json()
      expect(loser).toMatchObject({
        error: {
          code: 'manual_grading_exercise_conflict',
          issues: [
            {
              path: '$.manualGradingExercises',
              code: 'conflict',
              message: expect.stringContaining(String(exerciseId)),
            },
          ],
        },
      })
    }
  })
})
