import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { signIn } from '../frontend-client.ts'
import { tokenOf } from '../world.ts'
import { startSubmissionsWorld } from './submissions-world.ts'

const teachers = [301, 302, 303, 304]

/** Tests of files and archives. Everything starts when the first test of a file asks for it, and ends with the file. */
export const it = test
  .extend('world', { scope: 'file' }, async ({}, { onCleanup }) => {
    const world = await startSubmissionsWorld()
    onCleanup(world.stop)
    return world
  })
  /** Of five teachers. */
  .extend('sessions', { scope: 'file' }, async ({ world }) => {
    for (const userId of teachers)
      await world.simulator.edit({ edit: 'setRole', courseId: 11, userId, role: 'teacher' })
    return await Promise.all([101, ...teachers].map((userId) => signIn(world.service, tokenOf(userId))))
  })
  .extend('folder', { scope: 'file' }, ({}, { onCleanup }) => {
    const folder = mkdtempSync(join(tmpdir(), 'submissions-'))
    onCleanup(() => rmSync(folder, { recursive: true }))
    return folder
  })
