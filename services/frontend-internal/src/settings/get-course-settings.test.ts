import { demoCourses } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import { it } from '../service-test.fixture.ts'

describe('getCourseSettings', () => {
  it('replies with the stored document, byte for byte, with its revision', async ({ service }) => {
    const reply = await service.get('/courses/11/settings')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('etag')).toBe('"1"')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(await reply.text()).toBe(JSON.stringify(demoCourses.programming1))
  })

  it('replies 304 to a caller with the current revision, and with the document to others', async ({ service }) => {
    const read = (etag: string) => service.send('GET', '/courses/11/settings', { headers: { 'If-None-Match': etag } })
    const known = await read('"1"')
    await expect(known).toBeRevision(304, 1)
    expect(await known.text()).toBe('')
    await expect(read('"2"')).toBeReply(200)
  })
})
