import { describe, expect } from 'vitest'
import { upsertCapability } from '../capabilities/register-capability.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'
import { rememberReading } from './student-reads.ts'

const it = testIn(openWorld)

describe('rememberReading, while its reader is taken out of the submission', () => {
  it('leaves no reading if it comes first', async ({ world }) => {
    const { found, takeOut } = await world.released()
    let takingOut: Promise<unknown> = Promise.resolve()
    await world.frontend.transaction(async (tx) => {
      expect(await rememberReading(tx, found, reader)).not.toBeNull()
      takingOut = world.database.transaction(takeOut)
      await expect.poll(world.somebodyWaits).toBe(true)
    })
    await takingOut
    expect(await world.readersOf(found)).toEqual([])
  })

  it('records nothing if it comes second', async ({ world }) => {
    const { found, takeOut } = await world.released()
    let remembering: Promise<unknown> = Promise.resolve()
    await world.database.transaction(async (tx) => {
      await takeOut(tx)
      remembering = world.frontend.transaction((other) => rememberReading(other, found, reader))
      await expect.poll(world.somebodyWaits).toBe(true)
    })
    expect(await remembering).toBeNull()
    expect(await world.readersOf(found)).toEqual([])
  })

  it('lets others of the group read at the same time', async ({ world }) => {
    const { found } = await world.released()
    await world.frontend.transaction(async (tx) => {
      await rememberReading(tx, found, reader)
      await world.frontend.transaction((other) => rememberReading(other, found, 502))
    })
    expect(await world.readersOf(found)).toEqual([reader, 502])
  })
})

const reader = 501

async function openWorld() {
  const grading = await openGrading()
  const { one, owner } = grading
  /** Work of two people that was released to them, and a registration without the reader. */
  const released = async () => {
    const submissionId = await grading.registered({ submitterIds: [reader, 502] })
    await grading.complete(submissionId, 'held', { isReleased: true })
    await owner.query("UPDATE feedback SET state = 'published' WHERE submission_id = $1", [submissionId])
    const row = await one<{ id: string }>(
      'SELECT feedback_id AS id FROM student_visible_result WHERE submission_id = $1',
      [submissionId],
    )
    const write = grading.aCapability({ submissionId, submitterIds: [502] })
    const found = { id: row?.id ?? '', courseId: grading.courseId, exerciseId: 11, submissionId }
    return { found, takeOut: (tx: Parameters<typeof upsertCapability>[0]) => upsertCapability(tx, write) }
  }
  const readersOf = async ({ id }: { readonly id: string }) =>
    (
      await owner.query<{ id: number }>(
        'SELECT user_id::float8 AS id FROM feedback_read WHERE feedback_id = $1 ORDER BY 1',
        [id],
      )
    ).rows.map((row) => row.id)
  return { ...grading, released, readersOf }
}
