import { join } from 'node:path'
import { seedCourses } from '@course-grading/test-kit'
import { Client } from 'pg'
import type { BenchOptions } from '../benchmark.ts'
import { call, headersOf, signIn } from '../frontend-internal/frontend-client.ts'
import { startFrontend } from '../frontend-internal/start-frontend.ts'
import { courseId, firstTeacherId, tokenOf } from '../learning-platform.ts'
import { sectionOf } from '../report.ts'
import { withServers } from '../with-servers.ts'
import { course, graders, rubric, waiting } from './course.ts'
import { measureClaims } from './measure-claims.ts'
import { seed } from './seed.ts'

const about = [
  `${waiting} submissions of 1,200 students wait in one exercise. Graders who may take everything, little or nothing claim there by HTTP, one`,
  'request at a time, in turns. What was claimed is ended before the next turn, so that nobody reaches the limit of 50 open claims; a trigger that',
  'only this database has lets no claim be offered again, so that every reply is a 201 with another submission, or a 204 where there is none.',
]
const basePort = 18_420

/** Measures claims, and returns the report. */
export async function benchGrading({ say, rounds }: BenchOptions, command: string): Promise<string> {
  say('Preparing the database and the servers …')
  return await withServers(async ({ ownerUrl, urls }, start) => {
    await seedCourses(ownerUrl, [course])
    const owner = new Client({ connectionString: ownerUrl })
    await owner.connect()
    try {
      const peer = await start('grading-peer', join(import.meta.dirname, '../upstream-peer.ts'), basePort, {}, 1)
      const { url } = await startFrontend(start, {
        name: 'grading',
        port: basePort + 1,
        databaseUrl: urls.frontendInternal,
        upstreamUrl: peer.url,
      })
      await seed(owner, await publishRubric(url), say)
      const sessions = new Map<number, string>()
      for (const { userId } of graders) sessions.set(userId, await signIn(url, tokenOf(userId)))
      say('Claims, one at a time …')
      return sectionOf({
        command,
        about,
        ...(await measureClaims({ url, owner, sessions, claimsOfEach: 12 * rounds })),
      })
    } finally {
      await owner.end()
    }
  })
}

/** Publishes the rubric, and returns its id. */
async function publishRubric(url: string): Promise<string> {
  const headers = headersOf(await signIn(url, tokenOf(firstTeacherId)))
  const made = await call(url, 'POST', `/courses/${courseId}/rubrics`, headers, { document: rubric })
  const { rubricId } = (await made.json()) as { readonly rubricId: string }
  await call(url, 'POST', `/rubrics/${rubricId}/publish`, { ...headers, 'If-Match': '"1"' })
  return rubricId
}
