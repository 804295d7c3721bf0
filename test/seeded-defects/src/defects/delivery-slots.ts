import type { Catcher, Defect } from '../defect.ts'

const crowd: Catcher = {
  project: 'system',
  file: 'test/system/src/delivery/crowd.long.test.ts',
  test: 'many workers without a fault > send each of many grades to its origin exactly once, and record it as delivered',
}
const random: Catcher = {
  project: 'system',
  file: 'test/system/src/delivery/random-cycles.long.test.ts',
  test: 'workers that are disturbed at random moments > send every grade at most once, lose none, and record each in the correct state',
}

const callback = 'services/manual-grading/src/callback'

/** Mistakes after which a grade or a verification is sent elsewhere than to the registered URL. */
export const deliverySlots: readonly Defect[] = [
  {
    title: 'a grade is sent to the origin of the previous delivery',
    edits: [
      {
        file: `${callback}/callback-client.ts`,
        old: '  return {\n    verify: async (target, signal) => {',
        new: '  let before: CallbackTarget | undefined\n  return {\n    verify: async (target, signal) => {',
      },
      {
        file: `${callback}/callback-client.ts`,
        old: '    connect: (target, signal) => open(target, limits.connectMs, signal),',
        new: '    connect: (target, signal) => {\n      const way = before ?? target\n      before = target\n      return open(way, limits.connectMs, signal)\n    },',
      },
    ],
    caughtBy: [crowd],
  },
  {
    title: 'a verification is sent to the first origin with the same host name, whatever its port',
    edits: [
      {
        file: `${callback}/callback-client.ts`,
        old: '  return {\n    verify: async (target, signal) => {',
        new: '  const ways = new Map<string, VerificationTarget>()\n  return {\n    verify: async (target, signal) => {',
      },
      {
        file: `${callback}/callback-client.ts`,
        old: '        const connection = await open(target, Math.min',
        new: '        const way = ways.get(target.hostname) ?? target\n        ways.set(target.hostname, way)\n        const connection = await open(way, Math.min',
      },
    ],
    caughtBy: [crowd],
  },
  {
    title: 'the path and the token of a callback are changed to lower case',
    edits: [
      {
        file: 'libs/domain/src/delivery/callback-url.ts',
        old: 'path: raw.slice(url.origin.length),',
        new: 'path: raw.slice(url.origin.length).toLowerCase(),',
      },
    ],
    caughtBy: [crowd, random],
  },
  {
    title: 'a request names its host without the port',
    edits: [
      {
        file: `${callback}/exchange.ts`,
        old: "return port === (protocol === 'https:' ? 443 : 80) ? hostname : `${hostname}:${port}`",
        new: 'return protocol && port ? hostname : `${hostname}:${port}`',
      },
    ],
    caughtBy: [crowd],
  },
]
