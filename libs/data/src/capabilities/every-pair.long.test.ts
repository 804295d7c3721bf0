import { fullRun } from '../testing/full-run.ts'
import { testIn } from '../testing/test-in.ts'
import { openStorm } from './storm.fixture.ts'

const it = testIn(openStorm)
const stormMs = fullRun ? 60_000 : 4_000

it(
  'each pair of writes about one submission, and many of them at the same time, never fail and never deadlock',
  { timeout: stormMs + 120_000 },
  ({ world }) => world.expectCalm({ ms: stormMs }),
)
