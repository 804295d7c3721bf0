import { setTimeout as sleep } from 'node:timers/promises'
import { type PublicClient, PublicApiError } from '@course-grading/public-client'

const maxWaitS = 60

/** Repeats what the service asks to repeat: 429 and 503 changed nothing, and say when. */
export function createPatientClient(client: PublicClient, progress: (text: string) => void): PublicClient {
  const patiently = async <T>(send: () => Promise<T>, leftS = maxWaitS): Promise<T> => {
    try {
      return await send()
    } catch (problem) {
      const isAsked = problem instanceof PublicApiError && [429, 503].includes(problem.status ?? 0)
      const waitS = isAsked ? Math.max(1, problem.retryAfterS ?? 1) : Infinity
      if (waitS > leftS) throw problem
      progress(`The service is busy; waiting ${waitS} s, as it asks.`)
      await sleep(waitS * 1000)
      return patiently(send, leftS - waitS)
    }
  }
  return {
    getCourseSettings: (courseId) => patiently(() => client.getCourseSettings(courseId)),
    putCourseSettings: (courseId, update, ifMatch) =>
      patiently(() => client.putCourseSettings(courseId, update, ifMatch)),
  }
}
