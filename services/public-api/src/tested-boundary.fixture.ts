import { publicApi } from '@course-grading/contracts/boundaries/public-api'
import { addUnlistedAssistant, tokenOf, type TestedBoundary } from '@course-grading/test-service'
import { openService, teacher, type TestService } from './service.fixture.ts'

/** For a test file, a service whose limit of refused tokens is above the number that `testEveryOperation` sends. */
export async function openServiceForExamples(): Promise<TestService> {
  const service = await openService({ REFUSED_TOKENS_PER_MINUTE: '1000000' })
  addUnlistedAssistant(service.upstream)
  return service
}

/** The boundary of a running service, for `testEveryOperation`. */
export const publicBoundary = (service: TestService): TestedBoundary => ({
  boundary: publicApi,
  url: () => service.url,
  credential: {
    of: async (userId) => `Token ${tokenOf(userId)}`,
    problem: 'invalid_token',
    wrong: async () => [
      { title: 'no token', value: null },
      { title: 'a token of nobody', value: `Token ${'f'.repeat(40)}` },
      { title: 'a token by another scheme', value: `Bearer ${teacher}` },
      { title: 'a token with another word after it', value: `Token ${teacher} x` },
      { title: 'a token that cannot be one', value: `Token ${'x'.repeat(300)}` },
    ],
  },
  malformedIfMatch: 'validation_failed',
})
