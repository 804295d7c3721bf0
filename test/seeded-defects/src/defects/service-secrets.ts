import type { Catcher, Defect } from '../defect.ts'

const secretCheck = 'libs/http-kit/src/request/service-secret.ts'
const loop = 'for (const activeDigest of activeDigests) equal += Number(timingSafeEqual(givenDigest, activeDigest))'
const inConstantTime = (given: string): Catcher => ({
  project: 'http-kit',
  file: 'libs/http-kit/src/request/service-secret.test.ts',
  test: `createSecretCheck > compares digests in constant time with every active secret, given ${given}`,
})

export const serviceSecrets: readonly Defect[] = [
  {
    title: 'the second of two secrets is compared character by character',
    edits: [
      {
        file: secretCheck,
        old: loop,
        new: `equal += Number(timingSafeEqual(givenDigest, activeDigests[0]!))\n    if (header.kind === 'one' && header.value === activeSecrets[1]) equal += 1`,
      },
    ],
    caughtBy: [inConstantTime('the second secret'), inConstantTime('neither')],
    always: true,
  },
  {
    title: 'the first secret that matches ends the comparison',
    edits: [
      {
        file: secretCheck,
        old: loop,
        new: 'equal = Number(activeDigests.some((activeDigest) => timingSafeEqual(givenDigest, activeDigest)))',
      },
    ],
    caughtBy: [inConstantTime('the first secret')],
  },
]
