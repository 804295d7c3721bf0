import { afterAll, describe, expect, it } from 'vitest'
import { openGrading } from '../testing/a-delivery.ts'
import { resetFixtures } from './reset-fixtures.ts'

const grading = await openGrading()
const { database, courseId } = grading
afterAll(() => grading.close())

describe('resetFixtures', () => {
  it('leaves a capability unused again, so that it is not erased as one that was', async () => {
    const submissionId = await grading.registered({ fixture: true })
    const used = () => grading.one('SELECT used_at IS NOT NULL AS used FROM capability WHERE submission_id = $1', [submissionId])
    await grading.put(await grading.complete(submissionId, 'pending'), 'delivered')
    expect(await used()).toEqual({ used: true })
    await database.transaction((tx) => resetFixtures(tx, { courseId, exerciseId: 11, submissionId }))
    expect(await used()).toEqual({ used: false })
  })
})
