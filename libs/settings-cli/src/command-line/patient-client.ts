import { setTimeout as sleep } from 'node:timers/promises'
import { type PublicClient, PublicApiError } from '@course-grading/public-client'

const maxWaitS = 60

/** Repeats what it is asked to repeat, when it is asked to: reads by anyone, writes by the service alone. */
export function createPatientClient(client: PublicClient, progress: (text: string) => void): PublicClient {
  const patiently = async <T>(
    send: () => Promise<T>,
    isRepeatable: (problem: PublicApiError) => boolean,
    leftS = maxWaitS,
  ): Promise<T> => {
    try {
      return await send()
    } catch (problem) {
      const isAsked = problem instanceof PublicApiError && isRepeatable(problem)
      const waitS = isAsked ? Math.max(1, problem.retryAfterS ?? 1) : Infinity
      if (waitS > leftS) throw problem
      progress(`The service is busy; waiting ${waitS} s, as it asks.`)
      await sleep(waitS * 1000)
      return patiently(send, isRepeatable, leftS - waitS)
    }
  }
  return {
    getCourseSettings: (courseId) => patiently(() => client.getCourseSettings(courseId), isBusy),
    putCourseSettings: (courseId, update, ifMatch) =>
      patiently(() => client.putCourseSettings(courseId, update, ifMatch), isBusyBeforeWriting),
  }
}

function isBusy({ status }: PublicApiError): boolean {
  return status === 429 || status === 503
}

/** A proxy's own 503 may come after the service has stored the write. */
function isBusyBeforeWriting({ code, retryAfterS }: PublicApiError): boolean {
  return retryAfterS !== null && ['rate_limited', 'overloaded'].includes(code)
}
