import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writablePart } from '@course-grading/settings-comparison/leaves'
import { pull } from './pull.ts'
import { pulled } from './pulled.fixture.ts'

describe('apply', () => {
  it('writes what the file has when it is sent, if an editor saved while the service was read', async () => {
    const { service, edit, run } = await pulled()
    edit('listed: true', 'listed: false')
    service.onRead = () => edit('listed: false', 'listed: true')
    expect(await run()).toMatchObject({ exitCode: 0, message: expect.stringContaining('Nothing to apply') })
    expect(service.settings).toMatchObject({ listed: true })
  })

  it('takes no value for the file’s own because the document last seen was renewed while the service was read', async () => {
    const { service, file, read, edit, run } = await pulled()
    const seen = file.path.replace('course-11.yaml', '.course-settings/11.json')
    edit('listed: true', 'listed: false')
    service.onRead = () => {
      service.store({ ...writablePart(service.settings), name: 'Theirs' })
      writeFileSync(seen, JSON.stringify(service.settings))
      writeFileSync(file.path, read().replace('Programming 1', 'Theirs'))
    }
    expect(await run()).toMatchObject({ exitCode: 0 })
    expect(service.settings).toMatchObject({ name: 'Theirs', listed: false })
  })

  it('gives up where the file is changed at each of three reads, and writes nothing', async () => {
    const { service, file, read, edit, run } = await pulled()
    edit('listed: true', 'listed: false')
    const save = () => {
      writeFileSync(file.path, `${read()}# saved\n`)
      service.onRead = save
    }
    service.onRead = save
    await expect(run()).rejects.toMatchObject({ result: { exitCode: 1 } })
    expect(read().match(/# saved/g)).toHaveLength(3)
    expect(service.settings).toMatchObject({ listed: true })
  })
})

describe('pull', () => {
  it('leaves what an editor saved while the service was read, with 1', async () => {
    const { service, deps, file, read, edit } = await pulled()
    const seen = read('.course-settings/11.json')
    service.store({ ...writablePart(service.settings), name: 'Theirs' })
    service.onRead = () => edit('listed: true', 'listed: false')
    await expect(pull(deps, file)).rejects.toMatchObject({ result: { exitCode: 1 } })
    expect(read()).toMatch(/name: Programming 1[^]*listed: false/)
    expect(read('.course-settings/11.json')).toBe(seen)
  })

  it('leaves a file that was made while the service was read, with 1', async () => {
    const { folder, service, deps, file, read } = await pulled()
    rmSync(file.path)
    service.onRead = () => writeFileSync(file.path, 'mine')
    await expect(pull(deps, file)).rejects.toMatchObject({ result: { exitCode: 1 } })
    expect(read()).toBe('mine')
    expect(existsSync(join(folder, '.course-settings/11.begun.json'))).toBe(false)
  })
})

describe('the lock of a course', () => {
  it('refuses a second command while one runs, and names the lock', async () => {
    const { service, deps, file, run } = await pulled()
    const others: unknown[] = []
    service.onRead = async () => {
      for (const command of [run, () => pull(deps, file)]) others.push(await command().catch(String))
    }
    expect(await run()).toMatchObject({ exitCode: 0 })
    expect(others).toEqual([expect.stringContaining('11.lock'), expect.stringContaining('11.lock')])
  })

  it('is removed when a command ends, also if it fails', async () => {
    const { folder, service, deps, file } = await pulled()
    const lock = join(folder, '.course-settings/11.lock')
    service.onRead = () => {
      expect(readFileSync(lock, 'utf8')).toBe('')
      throw new Error('the process ends')
    }
    await expect(pull(deps, file)).rejects.toThrow('the process ends')
    expect(existsSync(lock)).toBe(false)
  })
})
