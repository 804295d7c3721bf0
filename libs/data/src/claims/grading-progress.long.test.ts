import { readFileSync } from 'node:fs'
import { shareWaiting } from '@course-grading/domain/claims/grading-progress'
import type pg from 'pg'
import { expect } from 'vitest'
import { openData, testIn } from '../testing/open-data.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { twoHundredGraders, writeWaitingCourse } from './large-progress.fixture.ts'
import { listGraderWork } from './list-grader-work.ts'
import { listStaff } from './list-staff.ts'
import { listWaitingWork } from './list-waiting-work.ts'

const it = testIn(openData)

it.for([100, 1_200])(
  'the progress of 200 graders takes at most 500 ms of CPU time while 36,000 submissions wait, by %i tags',
  async (tags, { world }) => {
    const courseId = await configureCourse(world.database)
    await writeWaitingCourse(world.owner, courseId, tags)
    const graders = twoHundredGraders(tags)
    const graderIds = graders.map(({ userId }) => userId)
    const names = [...new Set(graders.flatMap(({ gradingTags = [] }) => gradingTags))]
    const times: number[] = []
    for (let nth = 0; nth < 5; nth += 1) {
      const begun = await cpuMs(world.owner)
      const waiting = await listWaitingWork(world.database, { courseId, exerciseId: null, tags: names })
      const work = await listGraderWork(world.database, { courseId, exerciseId: null, graderIds })
      await listStaff(world.database, { courseId, without: graderIds })
      const { mayGrade, stuck } = shareWaiting(graders, ['fi', 'en', 'sv'], waiting)
      times.push((await cpuMs(world.owner)) - begun)
      expect([mayGrade.length, work.length, stuck.length]).toEqual([200, 200, 30])
    }
    // The first one plans.
    expect(Math.min(...times)).toBeLessThanOrEqual(500)
  },
)

/** Of this process and of the sessions of its database, so that nothing else that the machine does counts. */
async function cpuMs(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  const { user, system } = process.cpuUsage()
  return rows.reduce((sum, { pid }) => sum + ticksOf(pid) * 10, (user + system) / 1000)
}

/** User and system time, in hundredths of a second. */
const ticksOf = (pid: number): number =>
  (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '')
    .split(' ')
    .slice(11, 13)
    .reduce((sum, ticks) => sum + Number(ticks), 0)
