import { afterAll, describe, expect, it } from 'vitest'
import { openGrading } from '../testing/a-delivery.ts'
import { registerCapability } from './register-capability.ts'
import { resetFixtures } from './reset-fixtures.ts'

const grading = await openGrading()
const { database, courseId } = grading
afterAll(() => grading.close())

describe('resetFixtures', () => {
  it('leaves a capability unused again, so that it is not erased as one that was', async () => {
    const submissionId = await grading.registered({ fixture: true })
    const used = () =>
      grading.one('SELECT used_at IS NOT NULL AS used FROM capability WHERE submission_id = $1', [submissionId])
    await grading.put(await grading.complete(submissionId, 'pending'), 'delivered')
    expect(await used()).toEqual({ used: true })
    await database.transaction((tx) => resetFixtures(tx, { courseId, exerciseId: 11, submissionId }))
    expect(await used()).toEqual({ used: false })
  })

  it('waits for a registration that just holds the grade again, and takes that with it', async () => {
    const submissionId = await grading.registered({ fixture: true })
    await grading.put(await grading.complete(submissionId, 'pending'), 'delivered')
    let resetting: Promise<unknown> | undefined
    await database.transaction(async (tx) => {
      await registerCapability(tx, { ...grading.aCapability({ fixture: true }), submissionId })
      resetting = database.transaction((other) => resetFixtures(other, { courseId, exerciseId: 11, submissionId }))
      await expect.poll(grading.somebodyWaits).toBe(true)
    })
    expect(await resetting).toEqual({ results: 1, deliveries: 2 })
  })
})
