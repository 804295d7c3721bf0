import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fullRun } from '@course-grading/data/testing/full-run'
import { startFakeUpstream } from '@course-grading/test-fake-upstream'
import { aSettingsChange } from '@course-grading/test-kit'
import { describe, expect, vi } from 'vitest'
import { startPrivateDatabase } from '../private-database.ts'
import { type ServiceProcess, startServiceProcess, waitFor } from '../service-process.ts'
import { readSettings, writeSettings } from '../world.ts'
import { withServer } from './delivery-test.ts'
import { isFinal } from './delivery-world.ts'
import { ok } from './behaviour.ts'
import { makeRetriesDue } from './make-due.ts'
import { judge } from './ledger.ts'
import { answer, ungraded } from './peer.ts'
import { patientTimes } from './time-limits.ts'

const disk = fullRun ? mountSmallDisk() : null

describe.skipIf(disk === null)(
  `a disk that is full${fullRun && disk === null ? ' (left out: no disk may be mounted)' : ''}`,
  { timeout: 600_000 },
  () => {
    it('sends no grade twice and loses none, refuses what it cannot store, and recovers by itself once there is room', async ({
      world,
      peer,
      api,
    }) => {
      let sendsInProgress = 0
      const answers = Promise.withResolvers<void>()
      peer.play({
        verification: async ({ socket, submissionId, whole }) => {
          await whole
          socket.write(answer('200 OK', ungraded(submissionId)))
        },
        post: async ({ socket, whole }) => {
          await whole
          sendsInProgress += 1
          await answers.promise
          socket.write(ok)
        },
      })
      const ids: string[] = []
      for (let index = 0; index < deliveries; index += 1) ids.push((await world.deliver({ origin: peer.origin })).id)
      // The write-ahead log needs free segments: without them the server would not refuse statements but stop.
      await world.query('SELECT pg_switch_wal()')
      await world.query('CHECKPOINT')
      const worker = await world.worker(patientTimes)
      await waitFor('sends in progress', () => sendsInProgress > 1)
      fill()
      answers.resolve()
      await waitFor('the worker to notice the full disk', () =>
        worker.logLines().find(({ message }) => /not recorded yet|work not taken|send start unknown/.test(message)),
      )
      await waitFor('a write to fail', async () => {
        const outcome = await write(api, 'Course without room')
        expect(['200 ', '500 internal']).toContain(outcome)
        return outcome === '500 internal'
      })
      expect((await readSettings(api)).status).toBe(200)
      expect(judge(world.ledger, await world.find(ids))).toEqual([])

      makeRoom()
      expect(await write(api, 'Course with room')).toBe('200 ')
      const rows = await waitFor('every delivery to be in a final state', async () => {
        await makeRetriesDue(world)
        const found = await world.find(ids)
        return found.every(isFinal) ? found : undefined
      })
      expect(judge(world.ledger, rows)).toEqual([])
      expect(rows.filter(({ state }) => state !== 'delivered' && state !== 'ambiguous')).toEqual([])
      expect(rows.filter(({ state }) => state === 'delivered').length).toBeGreaterThan(deliveries / 2)
      expect([...worker.logLines(), ...api.logLines()].filter(({ message }) => message === 'uncaught')).toEqual([])
    })
  },
)

const deliveries = 200

/** `dd` ends when the disk is full. */
const fill = (): void => void spawnSync('dd', ['if=/dev/zero', `of=${disk}/ballast`, 'bs=4k'])
const makeRoom = (): void => rmSync(`${disk}/ballast`)

/** Writes the settings once with the current revision, and returns the status and the code. */
async function write(api: ServiceProcess, name: string): Promise<string> {
  const revision = (await readSettings(api)).headers.get('etag')
  const written = await writeSettings(api, {
    ifMatch: revision ?? '',
    body: JSON.stringify(aSettingsChange({ name, graders: [] })),
  })
  const { error } = (await written.json()) as { error?: { code: string } }
  return `${written.status} ${error?.code ?? ''}`
}

/** Mounts a small disk with room for a cluster and little more. Only root may do that. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
  chmodSync(folder, 0o755)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=220m,mode=1777', 'tmpfs', folder]).status === 0) return folder
  rmdirSync(folder)
  return null
}

const it = withServer()
  .extend('postgres', { scope: 'file' }, async ({}, { onCleanup }) => {
    vi.stubEnv('TMPDIR', disk ?? '')
    const postgres = await startPrivateDatabase({ max_wal_size: '32MB', min_wal_size: '32MB' })
    vi.unstubAllEnvs()
    onCleanup(async () => {
      await postgres.remove()
      spawnSync('umount', [disk ?? ''])
      rmdirSync(disk ?? '')
    })
    await postgres.migrate()
    return postgres
  })
  .extend('api', { scope: 'file' }, async ({ postgres }, { onCleanup }) => {
    const upstream = await startFakeUpstream()
    const api = await startServiceProcess('public-api', {
      DATABASE_URL: postgres.urls.publicApi,
      UPSTREAM_BASE_URL: upstream.url,
    })
    onCleanup(async () => {
      await api.stop()
      await upstream.close()
    })
    return api
  })
