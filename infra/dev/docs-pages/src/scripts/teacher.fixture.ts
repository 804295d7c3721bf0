import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { createTestDatabase } from '@course-grading/test-database'
import { demoTokenOf, startFakeUpstream } from '@course-grading/test-fake-upstream'
import { aSettingsChange, seedDemoWorld, startPublicApi } from '@course-grading/test-kit'
import { test } from 'vitest'
import { writeDownload } from '../build-site.ts'

const root = resolve(import.meta.dirname, '../../../../..')
export const examples = join(root, 'docs/examples/settings-as-code')
const token = demoTokenOf(101)

interface Ran {
  readonly status: number
  readonly output: string
}

/** A teacher with a repository that has a remote, at the real service, and with the file that the site gives out. */
export const itOfTeacher = test
  .extend('service', { scope: 'file' }, async ({}, { onCleanup }) => {
    const [database, upstream] = await Promise.all([createTestDatabase(seedDemoWorld), startFakeUpstream()])
    const service = await startPublicApi(database.urls.publicApi, upstream.url)
    onCleanup(async () => {
      await service.stop()
      await upstream.close()
      await database.drop()
    })
    return service.url
  })
  .extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
    writeDownload(root)
    const server = createServer((request, reply) => {
      reply.end(readFileSync(join(root, 'docs/public', new URL(request.url ?? '', 'http://site').pathname)))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onCleanup(() => void server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  .extend('colleague', ({ service }) => async (change: object): Promise<void> => {
    const url = `${service}/api/v1/courses/11/settings`
    const headers = { Authorization: `Token ${token}`, 'Content-Type': 'application/json' }
    const read = await fetch(url, { headers })
    const {
      revision: _,
      courseId: _id,
      tags: _tags,
      ltiLoginUrl: _url,
      ...current
    } = (await read.json()) as Record<string, unknown>
    const body = JSON.stringify({ ...current, ...change })
    const written = await fetch(url, {
      method: 'PUT',
      headers: { ...headers, 'If-Match': read.headers.get('ETag') ?? '' },
      body,
    })
    if (!written.ok) throw new Error(await written.text())
  })
  .extend('teacher', async ({ service, site, colleague }, { onCleanup }) => {
    await colleague(aSettingsChange())
    const folder = mkdtempSync(join(tmpdir(), 'teacher-'))
    const [work, remote] = [join(folder, 'work'), join(folder, 'remote.git')]
    onCleanup(() => rmSync(folder, { recursive: true, force: true }))
    const env = {
      PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      COURSE_SETTINGS_URL: service,
      COURSE_SETTINGS_TOKEN: token,
      DOCS_URL: site,
      CI_DEFAULT_BRANCH: 'main',
      PUSH_URL: remote,
    }
    const bash = (script: string, cwd: string) =>
      new Promise<Ran>((ended) =>
        execFile('bash', ['-c', script], { cwd, env }, (error, stdout, stderr) =>
          ended({ status: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` }),
        ),
      )
    mkdirSync(work)
    writeFileSync(
      join(folder, '.gitconfig'),
      '[user]\nname = Teacher\nemail = teacher@localhost\n[init]\ndefaultBranch = main\n',
    )
    await bash(`git init -q --bare ${remote} && git -C ${remote} config receive.advertisePushOptions true`, folder)
    await bash(`git init -q && git remote add origin ${remote}`, work)
    return {
      sh: (script: string) => bash(script, work),
      example: (name: string) => bash(`set -e\n${readFileSync(join(examples, name), 'utf8')}`, work),
      read: (name: string) => readFileSync(join(work, name), 'utf8'),
      /** Pulls the settings, and pushes them to the main branch. */
      publish: async () => {
        cpSync(join(root, 'docs/public/download/course-settings.mjs'), join(work, 'course-settings.mjs'))
        await bash(
          'node course-settings.mjs pull 11 && git add -A && git commit -qm settings && git push -qu origin main',
          work,
        )
      },
      /** The remote accepts no push any more. */
      protect: async () => {
        const hook = join(remote, 'hooks/pre-receive')
        mkdirSync(dirname(hook), { recursive: true })
        writeFileSync(hook, '#!/bin/sh\nexit 1\n')
        chmodSync(hook, 0o755)
      },
      /** What a runner does: a new checkout of `ref`, and the script. */
      job: async (script: string, ref = 'main') => {
        const checkout = mkdtempSync(join(folder, 'job-'))
        await bash(`git clone -q ${remote} . && git checkout -q --detach ${ref}`, checkout)
        return await bash(script, checkout)
      },
    }
  })
