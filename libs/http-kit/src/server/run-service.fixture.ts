// A service in a process of its own, for the tests of signals and ends. FIXTURE says what it does.
import { integer, renamed } from '../config/config-variable.ts'
import { defineConfig } from '../config/read-config.ts'
import { runService } from './run-service.ts'
import { processVariables } from '../config/shared-variables.ts'
import { StartError } from '../config/start-error.ts'

const { FIXTURE } = process.env

await runService({
  definition: defineConfig({
    service: 'fixture',
    variables: {
      ...processVariables({ port: 0, shutdownGraceS: 60 }),
      // Shorter than a real service may have.
      SHUTDOWN_GRACE_S: renamed(
        integer({ about: 'seconds from SIGTERM to the end', default: 60, min: 1, max: 60 }),
        'GRACE_S',
      ),
    },
    rules: [],
  }),
  env: process.env,
  async open({ logger }) {
    if (FIXTURE === 'cannot-open') throw new Error('canary')
    if (FIXTURE === 'must-not-run') throw new StartError('fsync is off')
    return {
      listener: (request, response) => {
        if (request.url === '/throw')
          setImmediate(() => {
            throw new RangeError('canary')
          })
        if (request.url === '/log') for (let line = 0; line < 20_000; line += 1) logger.info('a line of many')
        if (request.url === '/reject') void Promise.reject(new SyntaxError('canary'))
        if (request.url !== '/slow' && request.url !== '/never') return void response.end('served')
        response.write('begun')
        if (request.url === '/slow') setTimeout(() => response.end('finished'), 1000)
      },
      readiness: { check: async () => ({ database: 'ok' }), unanswered: { database: 'unavailable' } },
      drain: () => void process.stderr.write('drain begins\n'),
      close: async () => {
        if (FIXTURE === 'never-closes') await new Promise<never>(() => {})
      },
    }
  },
})
