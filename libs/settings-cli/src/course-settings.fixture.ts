import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import { createPublicClient } from '@course-grading/public-client'
import { createTestDatabase } from '@course-grading/test-database'
import { demoTokenOf, startFakeUpstream } from '@course-grading/test-fake-upstream'
import { aSettingsChange, seedDemoWorld, startPublicApi } from '@course-grading/test-kit'
import { onTestFinished, test } from 'vitest'
import { run } from './command-line/run.ts'
import { writablePart } from '@course-grading/settings-comparison/leaves'

/** What a command gave. */
interface Ran {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** A folder in which a teacher runs commands. */
export interface Desk {
  readonly folder: string
  readonly course: (...args: string[]) => Promise<Ran>
  readonly read: (name?: string) => string
  readonly write: (text: string, name?: string) => void
  /** Replaces a text, which must be there once, in `course-11.yaml`. */
  readonly edit: (old: string, next: string) => void
}

interface DeskOptions {
  readonly url: string
  readonly token?: string
  readonly isTTY?: boolean
  readonly env?: { readonly noColor?: string }
  readonly timeLimitMs?: number
}

export function openDesk({ url, token = demoTokenOf(101), isTTY = false, env = {}, timeLimitMs }: DeskOptions): Desk {
  const folder = mkdtempSync(join(tmpdir(), 'desk-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const read = (name = 'course-11.yaml') => readFileSync(join(folder, name), 'utf8')
  const write = (text: string, name = 'course-11.yaml') => writeFileSync(join(folder, name), text)
  return {
    folder,
    read,
    write,
    edit: (old, next) => {
      const parts = read().split(old)
      if (parts.length !== 2) throw new Error(`not once in the file: ${old}`)
      write(parts.join(next))
    },
    course: async (...args) => {
      const written = { stdout: '', stderr: '' }
      const exitCode = await run({
        args,
        cwd: folder,
        env: { url, token, noColor: undefined, ...env },
        stdout: { isTTY, write: (text) => (written.stdout += text) },
        stderr: { write: (text) => (written.stderr += text) },
        ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
      })
      return { exitCode, ...written }
    },
  }
}

/** Each test has a folder, and course 11 as it is in the demo world. The service is the real one, with a database. */
export const itOfService = test
  .extend('service', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const [database, upstream] = await Promise.all([createTestDatabase(seedDemoWorld), startFakeUpstream()])
    const service = await startPublicApi(database.urls.publicApi, upstream.url)
    onCleanup(async () => {
      await service.stop()
      await upstream.close()
      await database.drop()
    })
    return service.url
  })
  .extend('client', ({ service }) => createPublicClient({ baseUrl: service, token: demoTokenOf(101) }))
  /** Changes course 11 as somebody else. */
  .extend('colleague', ({ client }) => async (change: Partial<CourseSettingsUpdate>): Promise<void> => {
    const { settings, etag } = await client.getCourseSettings(11)
    await client.putCourseSettings(11, { ...writablePart(settings), ...change } as never, etag)
  })
  .extend('settings', ({ client }) => async (): Promise<CourseSettingsUpdate> => {
    return writablePart((await client.getCourseSettings(11)).settings)
  })
  .extend('desk', async ({ service, colleague }) => {
    await colleague(aSettingsChange() as CourseSettingsUpdate)
    return openDesk({ url: service })
  })
