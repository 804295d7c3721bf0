import type { Catcher, Defect } from '../defect.ts'

const life = (test: string): Catcher => ({
  project: 'system',
  file: 'test/system/src/delivery/worker-life.long.test.ts',
  test,
})
const sendInProgress = life('SIGTERM to a worker > completes the send in progress')
const endOfGrace = life('SIGTERM to a worker > ends it after the grace time')

const service = 'services/manual-grading/src'

/** Mistakes about how a worker is notified, and how it ends. */
export const workerLife: readonly Defect[] = [
  {
    title: 'no worker is notified when a delivery becomes pending',
    edits: [{ file: `${service}/worker/worker.ts`, old: 'onPending: deliveries.wake', new: 'onPending: () => {}' }],
    caughtBy: [life('a worker that has nothing to do > is notified by the database')],
  },
  {
    title: 'a send in progress is aborted when its process ends',
    edits: [
      {
        file: `${service}/callback/callback-client.ts`,
        old: '    post: ({ connection, target, form, sinceStartMs, onWrite }) => exchange({\n      connection, target, form, onWrite,',
        new: '    post: ({ connection, target, form, signal, sinceStartMs, onWrite }) => exchange({\n      connection, target, form, signal, onWrite,',
      },
      {
        file: `${service}/worker/send/send.ts`,
        old: "  { callbacks }: Pick<WorkerDeps, 'callbacks'>,",
        new: "  { callbacks, stopping }: Pick<WorkerDeps, 'callbacks' | 'stopping'>,",
      },
      {
        file: `${service}/worker/send/send.ts`,
        old: '      connection, target, form, sinceStartMs:',
        new: '      connection, target, form, signal: stopping, sinceStartMs:',
      },
    ],
    caughtBy: [sendInProgress],
  },
  {
    title: 'a process ends without waiting for sends in progress',
    edits: [{ file: `${service}/worker/start-deliveries.ts`, old: '      await finished\n', new: '' }],
    caughtBy: [sendInProgress],
  },
  {
    title: 'a process that ends returns every delivery, even after the send start',
    edits: [
      {
        file: `${service}/worker/deliver.ts`,
        old: "import type { LeasedDelivery } from '@course-grading/data'",
        new: "import { type LeasedDelivery, recordUnsent } from '@course-grading/data'",
      },
      {
        file: `${service}/worker/deliver.ts`,
        old: '  const sent = await sendGrade(deps, prepared, connection, start)\n',
        new:
          "  const given = { ...delivery, kind: 'unexpected', phase: 'send_started', status: null, diagnostics: '{}', delayMs: 0 } as const\n" +
          "  deps.stopping.addEventListener('abort', () => void recordUnsent(deps.database, given), { once: true })\n  const sent = await sendGrade(deps, prepared, connection, start)\n",
      },
    ],
    caughtBy: [sendInProgress, endOfGrace],
  },
]
