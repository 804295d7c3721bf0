import { setTimeout as sleep } from 'node:timers/promises'
import { type PublicClient, PublicApiError } from '@course-grading/public-client'

const maxWaitS = 60

/** Repeats what the service asks to repeat: 429 and 503 changed nothing, and say when. */
export function createPatientClient(client: PublicClient, progress: (text: string) => void): PublicClient {
  const patiently = async <T>(send: () => Promise<T>): Promise<T> => {
    for (let waitedS = 0; ;) {
      try {
        return await send()
      } catch (problem) {
        if (!(problem instanceof PublicApiError) || ![429, 503].includes(problem.status ?? 0)) throw problem
        const waitS = Math.max(1, problem.retryAfterS ?? 1)
        if (waitedS + waitS > maxWaitS) throw problem
        progress(`${problem.code}: waiting ${waitS} s, as the service asks.`)
        await sleep(waitS * 1000)
        waitedS += waitS
      }
    }
  }
  return {
    getCourseSettings: (courseId) => patiently(() => client.getCourseSettings(courseId)),
    putCourseSettings: (courseId, update, ifMatch) =>
      patiently(() => client.putCourseSettings(courseId, update, ifMatch)),
  }
}
