import { createFrontendTransport } from '@course-grading/frontend-transport'
import { createTestDatabase } from '@course-grading/test-database'
import { seedDemoWorld } from '@course-grading/test-kit'
import { frontendSecret, signIn } from '../frontend-client.ts'
import { type ServiceProcess, startServiceProcess } from '../service-process.ts'
import { openReply, type OpenReply } from './open-reply.ts'
import { type SimulatorProcess, startSimulatorProcess } from './simulator-process.ts'

export const mebibyte = 1024 * 1024

/** The exercise for new submissions. No test reads its demo archive, so they disturb no other test. */
const exerciseId = 1104

/** A process of frontend-internal with the submissions of the demo world, on a simulator in another process. */
export interface SubmissionsWorld {
  readonly simulator: SimulatorProcess
  readonly service: ServiceProcess
  /** The session of a teacher of course 11. */
  readonly session: string
  /** Starts another process on the same simulator and database. */
  readonly start: (env?: Record<string, string>) => Promise<ServiceProcess>
  /** Sends a request as the teacher, unless another session or process is given. */
  readonly open: (path: string, asking?: Asking) => Promise<OpenReply>
  /** Hands in `files` files of `sizeBytes` bytes each: zeros, which an archive stores, or text, which it deflates. */
  readonly handIn: (
    sizeBytes: number,
    content?: { readonly text?: boolean; readonly files?: number },
  ) => Promise<HandedIn>
  /** Reads the course's people and submissions from the simulator again. */
  readonly refresh: () => Promise<void>
  readonly stop: () => Promise<void>
}

interface Asking {
  readonly session?: string
  readonly service?: { readonly url: string }
}

/** A submission, with the paths of its file and its archive. */
export interface HandedIn {
  readonly submissionId: number
  readonly fileIds: readonly number[]
  /** The path of its first file. */
  readonly file: string
  readonly archive: string
  readonly content: string
  /** The path at which the service reads the bytes of that file from the simulator. */
  readonly upstreamPath: string
}

export async function startSubmissionsWorld(): Promise<SubmissionsWorld> {
  const [simulator, database] = await Promise.all([startSimulatorProcess(), createTestDatabase(seedDemoWorld)])
  const processes: ServiceProcess[] = []
  const start = async (env: Record<string, string> = {}): Promise<ServiceProcess> => {
    const started = await startServiceProcess('frontend-internal', {
      DATABASE_URL: database.urls.frontendInternal,
      UPSTREAM_BASE_URL: simulator.url,
      ...env,
    })
    processes.push(started)
    return started
  }
  const service = await start()
  const session = await signIn(service)
  const refresh = async (): Promise<void> => {
    const transport = createFrontendTransport({ baseUrl: service.url, secret: frontendSecret })
    await transport.refreshCourseSnapshot({ session, params: { courseId: 11 } })
    await transport.close()
  }
  await refresh()
  return {
    simulator,
    service,
    session,
    start,
    refresh,
    open: (path, { session: asked = session, service: { url } = service } = {}) => openReply(url, path, asked),
    async handIn(sizeBytes, { text = false, files = 1 } = {}) {
      const alphabet = text ? 'text' : 'zeros'
      const { submissionId, fileIds } = await simulator.edit<{ submissionId: number; fileIds: number[] }>({
        edit: 'addSubmission',
        exerciseId,
        submitterIds: [201],
        files: Array.from({ length: files }, (_, at) => ({
          filename: text ? `essay-${at}.txt` : `recording-${at}.bin`,
          content: { kind: 'pattern', seed: at, sizeBytes, alphabet },
        })),
      })
      return {
        submissionId,
        fileIds,
        file: `/submissions/${submissionId}/files/${fileIds[0]}`,
        archive: `/submissions/${submissionId}/archive`,
        content: `/submissions/${submissionId}/content`,
        upstreamPath: `/api/v2/submissions/${submissionId}/files/${fileIds[0]}`,
      }
    },
    async stop() {
      try {
        await Promise.all(processes.map((process) => process.stop()))
      } finally {
        await simulator.stop()
        await database.drop()
      }
    },
  }
}
