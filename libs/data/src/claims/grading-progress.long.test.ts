import { shareWaiting } from '@course-grading/domain/claims/grading-progress'
import { expect } from 'vitest'
import { openData, testIn } from '../testing/open-data.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { twoHundredGraders, writeWaitingCourse } from './large-progress.fixture.ts'
import { listGraderWork } from './list-grader-work.ts'
import { listStaff } from './list-staff.ts'
import { listWaitingWork } from './list-waiting-work.ts'

const it = testIn(openData)

it.for([100, 1_200])(
  'the progress of 200 graders takes at most 500 ms while 36,000 submissions wait, by %i tags',
  async (tags, { world }) => {
    const courseId = await configureCourse(world.database)
    await writeWaitingCourse(world.owner, courseId, tags)
    const graders = twoHundredGraders(tags)
    const graderIds = graders.map(({ userId }) => userId)
    const names = [...new Set(graders.flatMap(({ gradingTags = [] }) => gradingTags))]
    const times: number[] = []
    for (let nth = 0; nth < 5; nth += 1) {
      const begun = performance.now()
      const waiting = await listWaitingWork(world.database, { courseId, exerciseId: null, tags: names })
      const work = await listGraderWork(world.database, { courseId, exerciseId: null, graderIds })
      await listStaff(world.database, { courseId, without: graderIds })
      const { mayGrade, stuck } = shareWaiting(graders, ['fi', 'en', 'sv'], waiting)
      times.push(performance.now() - begun)
      expect([mayGrade.length, work.length, stuck.length]).toEqual([200, 200, 30])
    }
    // The others come from a busy machine.
    expect(Math.min(...times)).toBeLessThanOrEqual(500)
  },
)
