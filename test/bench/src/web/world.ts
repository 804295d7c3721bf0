import { join } from 'node:path'
import { buildIslands, bundleProgram, programs } from '@course-grading/bundle'
import { fillDemoCourse } from '@course-grading/starter'
import { type FakeUpstream, startFakeUpstream } from '@course-grading/test-fake-upstream'
import { seedDemoWorld } from '@course-grading/test-kit'
import {
  createFrontendTransport,
  type FrontendTransport,
  FrontendTransportError,
} from '@course-grading/frontend-transport'
import { secret } from '../frontend-internal/frontend-client.ts'
import { startFrontend } from '../frontend-internal/start-frontend.ts'
import type { MeasuredProcess } from '../measured-process.ts'
import { withServers } from '../with-servers.ts'
import { courseId, exerciseId, graderId, handInLarge, handInLong, long } from './course.ts'
import { type LargeRubric, rubricOf } from './large-rubric.ts'
import { patiently } from './patiently.ts'

const basePort = 18_480
const teacherId = 101
/** Its memory is measured as it is in production. */
const variablesOfImage = {
  NODE_OPTIONS: '--max-semi-space-size=2',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
}

/** The site with a course in which one grader has work. */
export interface BenchSite {
  readonly web: MeasuredProcess
  readonly token: string
  /** Bytes of the scripts with brotli, by island. */
  readonly scripts: Readonly<Record<string, number>>
  /** Milliseconds during which the boundary worked since this was called last. */
  readonly boundaryMs: () => Promise<number>
  /** Takes new submissions of 40 files, and returns their assessments. */
  readonly takeLarge: (count: number) => Promise<readonly string[]>
  /** Hands in new submissions that somebody may take by *Complete and next*. */
  readonly handInLarge: (count: number) => Promise<unknown>
  /** The assessment of a long file with many annotations. */
  readonly takeLong: () => Promise<string>
  readonly teacherToken: string
  /** Makes a rubric of so many criteria and levels or checks, and returns the path of its editor. */
  readonly makeRubric: (large: LargeRubric) => Promise<string>
}

/** Web is the program of its image with the image's variables, but for a public address by https. */
export async function withSite<Result>(run: (site: BenchSite) => Promise<Result>): Promise<Result> {
  const { entries } = await buildIslands()
  await bundleProgram(programs.web)
  return await withServers(async ({ ownerUrl, urls }, start) => {
    const upstream = await startFakeUpstream()
    let transport: FrontendTransport | undefined
    try {
      await seedDemoWorld(ownerUrl)
      const frontend = await startFrontend(start, {
        name: 'web-frontend',
        port: basePort,
        databaseUrl: urls.frontendInternal,
        upstreamUrl: upstream.url,
      })
      await fillDemoCourse({
        simulatorUrl: upstream.url,
        frontendUrl: frontend.url,
        secret,
        signal: AbortSignal.timeout(300_000),
      })
      const proxy = await start('web-proxy', join(import.meta.dirname, 'recording-proxy.ts'), basePort + 1, {
        TARGET: frontend.url,
      })
      const port = basePort + 2
      const web = await start('web', programs.web.bundle, port, {
        ...variablesOfImage,
        NODE_ENV: 'development',
        PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
        FRONTEND_INTERNAL_URL: proxy.url,
        FRONTEND_SECRET: secret,
        UPSTREAM_BASE_URL: upstream.url,
      })
      transport = createFrontendTransport({ baseUrl: frontend.url, secret })
      const work = await openWork(transport, upstream, urls.manualGrading)
      return await run({
        web,
        token: upstream.world.tokenOf(graderId),
        teacherToken: upstream.world.tokenOf(teacherId),
        scripts: Object.fromEntries(Object.entries(entries).map(([name, { bytes }]) => [name, bytes])),
        boundaryMs: async () => {
          const { busyMs } = (await (await fetch(`${proxy.url}/busy`)).json()) as { readonly busyMs: number }
          return busyMs
        },
        ...work,
      })
    } finally {
      await transport?.close()
      await upstream.close()
    }
  })
}

type Session = ReturnType<FrontendTransport['withSession']>

/** What the teacher and the grader of the course do at the boundary. */
async function openWork(
  transport: FrontendTransport,
  upstream: FakeUpstream,
  databaseUrl: string,
): Promise<Pick<BenchSite, 'takeLarge' | 'handInLarge' | 'takeLong' | 'makeRubric'>> {
  const signedIn = async (userId: number): Promise<Session> => {
    const { body } = await transport.createSession({ body: { token: upstream.world.tokenOf(userId) } })
    return transport.withSession(body.sessionId)
  }
  const [teacher, grader] = [await signedIn(teacherId), await signedIn(graderId)]
  const params = { courseId, exerciseId }
  const { body: settings, etag: ifMatch } = await teacher.getExerciseGrading({ params })
  const body = { ...settings, attempts: 'all' as const, maxOpenClaims: 50 }
  await teacher.putExerciseGrading({ params, body, ifMatch })
  const claim = (submissionId: number) =>
    grader.claimSubmission({ params: { submissionId } }).catch((error: unknown) => {
      if (error instanceof FrontendTransportError && error.status === 503) return { status: 503, body: null }
      throw error
    })
  async function take(submissionId: number) {
    const { body: taken } = await patiently(
      () => claim(submissionId),
      ({ status }) => status,
    )
    return taken!
  }

  return {
    async takeLarge(count) {
      const ids: string[] = []
      for (const submissionId of await handInLarge(upstream, databaseUrl, count))
        ids.push((await take(submissionId)).id)
      return ids
    },
    async makeRubric(large) {
      const { body: made } = await teacher.createRubric({ params: { courseId }, body: { document: rubricOf(large) } })
      return `/courses/${courseId}/rubrics/${made.rubricId}/edit`
    },
    handInLarge: (count) => handInLarge(upstream, databaseUrl, count),
    async takeLong() {
      const [submissionId = 0] = await handInLong(upstream, databaseUrl)
      const { id, feedbackId } = await take(submissionId)
      const { body: content } = await grader.getSubmissionContent({ params: { submissionId } })
      const { fileId, path } = content.files[0]!
      const annotations = Array.from({ length: long.annotations }, (_, nth) => [
        `a${nth}`,
        {
          anchor: { fileId, path },
          startLine: 10 * nth + 1,
          endLine: 10 * nth + 1,
          kind: 'issue' as const,
          private: false,
          body: `This repeats what stands above, for the ${nth}th time.`,
        },
      ])
      const patch = { annotations: Object.fromEntries(annotations) }
      await grader.patchFeedback({ params: { id: feedbackId }, query: { base: 1 }, body: patch })
      return id
    },
  }
}
