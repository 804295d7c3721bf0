// A service in a process of its own, for the tests of signals and ends. FIXTURE says what it does.
import { createLogger } from './logger.ts'
import { createMetrics } from './metrics.ts'
import { runService } from './run-service.ts'

const { FIXTURE, PORT = '0', GRACE_S = '7' } = process.env
const service = 'fixture'
const version = '1'

await runService({
  service, version, metrics: createMetrics(), logger: createLogger({ service, version, level: 'info' }),
  config: { HOST: '127.0.0.1', PORT: Number(PORT), OPS_PORT: undefined, SHUTDOWN_GRACE_S: Number(GRACE_S) },
  async open() {
    if (FIXTURE === 'cannot-open') throw new Error('canary')
    return {
      listener: (request, response) => {
        if (request.url === '/throw') setImmediate(() => { throw new RangeError('canary') })
        if (request.url === '/reject') void Promise.reject(new SyntaxError('canary'))
        if (request.url !== '/slow' && request.url !== '/never') return void response.end('served')
        response.write('begun')
        if (request.url === '/slow') setTimeout(() => response.end('finished'), 1000)
      },
      check: async () => ({ database: 'ok', schema: 'ok' }),
      close: async () => {},
    }
  },
})
