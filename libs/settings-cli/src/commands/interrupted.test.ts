import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PublicApiError } from '@course-grading/public-client'
import { describe, expect, it } from 'vitest'
import { writablePart } from '@course-grading/settings-comparison/leaves'
import { pull } from './pull.ts'
import { pulled } from './pulled.fixture.ts'

describe('apply', () => {
  it('leaves a file alone that was changed while the service wrote, and says so', async () => {
    const { service, file, read, edit, run } = await pulled()
    edit('listed: true', 'listed: false')
    service.store({ ...writablePart(service.settings), name: 'Theirs' })
    const saved = read().replace('Programming 1', 'Edited')
    service.race = () => writeFileSync(file.path, saved)
    expect(await run('merge')).toMatchObject({ exitCode: 1, message: expect.stringContaining('changed meanwhile') })
    expect(read()).toBe(saved)
    expect(JSON.parse(read('.course-settings/11.json'))).toMatchObject({ name: 'Programming 1' })
  })

  it('keeps the document last seen where the service stored something else', async () => {
    const { service, read, edit, run } = await pulled()
    edit('listed: true', 'listed: false')
    service.onWrite = (_before, after) => void (service.settings = { ...after, name: 'NORMALISED' })
    expect(await run()).toMatchObject({ exitCode: 0 })
    expect(JSON.parse(read('.course-settings/11.json'))).toMatchObject({ listed: true, name: 'Programming 1' })
  })

  it('leaves no note of what has begun once it is known how it ended', async () => {
    const { folder, service, edit, run } = await pulled()
    edit('listed: true', 'listed: false')
    for (const loss of ['reply', null] as const) {
      service.loss = loss
      expect(await run()).toMatchObject({ exitCode: 0 })
      expect(existsSync(join(folder, '.course-settings/11.begun.json'))).toBe(false)
    }
  })
})

describe('apply after a write of which nobody knows the end', () => {
  it.each(['refused', 'unknown'] as const)('still takes it for a conflict once another write is %s', async (end) => {
    const { service, edit, run } = await pulled()
    edit('listed: true', 'listed: false')
    service.loss = 'reply'
    service.isDownAfterWrite = true
    await expect(run()).rejects.toMatchObject({ result: { exitCode: 1 } })
    edit('name: Programming 1', 'name: Mine')
    if (end === 'refused') service.refusal = new PublicApiError('aplus_unavailable', 'No A+.', 502)
    else service.loss = 'everything'
    await expect(run()).rejects.toMatchObject({ result: { exitCode: 1 } })
    service.store({ ...writablePart(service.settings), listed: true })
    await expect(run('merge')).rejects.toMatchObject({
      result: { exitCode: 3, conflicts: expect.arrayContaining([expect.objectContaining({ path: '$.listed' })]) },
    })
  })
})

describe('pull that was interrupted after it had written the file', () => {
  it('leaves a note, so that what it brought is not taken for an edit, nor an edit of it for what was there', async () => {
    const { folder, service, deps, file, edit, run } = await pulled()
    const old = writablePart(service.settings)
    service.store({ ...old, name: 'Theirs' })
    service.onRead = () => {
      rmSync(join(folder, '.course-settings/schema.json'))
      mkdirSync(join(folder, '.course-settings/schema.json'))
    }
    await expect(pull(deps, file)).rejects.toThrow('EISDIR')
    rmSync(join(folder, '.course-settings/schema.json'), { recursive: true })
    edit('name: Theirs', 'name: Programming 1')
    await expect(run('merge')).rejects.toMatchObject({ result: { exitCode: 3 } })
    edit('name: Programming 1', 'name: Theirs')
    service.store(old)
    await expect(run('merge')).rejects.toMatchObject({ result: { exitCode: 3 } })
  })
})
