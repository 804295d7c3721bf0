import type { Catcher, Defect } from '../defect.ts'

const bodies = 'libs/http-kit/src/request/body-slots.ts'
const app = 'libs/http-kit/src/operations/create-app.ts'
const slowBodies: Catcher = {
  project: 'system',
  file: 'test/system/src/slow-bodies.long.test.ts',
  test: '300 bodies of one teacher that are not sent > are awaited up to sixteen at a time; the others are rejected at once',
  withItsFile: true,
}
const limits = (test: string): Catcher => ({
  project: 'http-kit',
  file: 'libs/http-kit/src/request/body-slots.test.ts',
  test: `bodies under way > ${test}`,
})
const clients = (test: string): Catcher => ({
  project: 'system',
  file: 'test/system/src/slow-clients.long.test.ts',
  test,
})
const slowly = (test: string): Catcher => ({
  project: 'http-kit',
  file: 'libs/http-kit/src/request/slow-body.test.ts',
  test: `a body that arrives slowly > ${test}`,
})
const codings: Catcher = {
  project: 'system',
  file: 'test/system/src/raw-requests.test.ts',
  test: 'a request of an unusual kind > a transfer coding ',
}
const notAuthorized = 'if (admitted) deps.overload.release()'

export const slowClients: readonly Defect[] = [
  {
    title: 'one person may have any number of bodies awaited',
    edits: [{ file: bodies, old: 'slots: maxPerUser', new: 'slots: Infinity' }],
    caughtBy: [slowBodies, limits('are limited for each user; further ones are rejected, and their')],
  },
  {
    title: 'the total of awaited bodies has no limit',
    edits: [{ file: bodies, old: 'slots: maxTotal', new: 'slots: Infinity' }],
    caughtBy: [limits('are limited for all users together')],
    always: true,
  },
  {
    title: 'a body that was cut off still counts as awaited',
    edits: [
      {
        file: bodies,
        old: '      } finally {\n        release(userId)\n      }',
        new: '      } catch (error) {\n        if (error instanceof HttpError) release(userId)\n        throw error\n      }',
      },
    ],
    caughtBy: [limits('free a slot when one')],
  },
  {
    title: 'bodies that have already arrived count as awaited',
    edits: [{ file: bodies, old: '      if (req.complete) return read()\n', new: '' }],
    caughtBy: [limits('do not count if they have already arrived')],
  },
  {
    title: 'reading a body of tiny pieces never pauses',
    edits: [
      {
        file: 'libs/http-kit/src/request/read-body.ts',
        old: '    stopPacing = paceBody(req)\n',
        new: '    void paceBody\n',
      },
    ],
    caughtBy: [
      {
        project: 'http-kit',
        file: 'libs/http-kit/src/request/slow-body.test.ts',
        test: 'a body of many pieces > is paused after each 500 pieces, and then read further',
      },
    ],
  },
  {
    title: 'JSON may take as long to arrive as CSV',
    edits: [{ file: 'libs/http-kit/src/operations/create-app.ts', old: '  endWhenLate(ctx.req)\n', new: '' }],
    caughtBy: [slowly('ends the request after 30 s')],
  },
  {
    title: 'CSV has only the time of JSON',
    edits: [{ file: 'libs/http-kit/src/request/read-operation-body.ts', old: '  giveTimeForCsv(ctx.req)\n', new: '' }],
    caughtBy: [slowly('has the time limit of the server if it is CSV')],
  },
  {
    title: 'the time that CSV takes to arrive is deducted from the time for the reply',
    edits: [
      {
        file: 'libs/http-kit/src/operations/serve-operations.ts',
        old: '    if (operation.csvBody) record.extend(performance.now() - bodyFrom)\n',
        new: '    void bodyFrom\n',
      },
    ],
    caughtBy: [slowly('does not reduce the time for calls if it is CSV')],
  },
  {
    title: 'a reply that is not read keeps its request in progress',
    edits: [
      { file: app, old: `    ${notAuthorized}`, new: '' },
      {
        file: app,
        old: '    finishRequest(ctx, deps)\n',
        new: `    finishRequest(ctx, deps)\n    ${notAuthorized}\n`,
      },
    ],
    caughtBy: [clients('clients that > do not read their replies')],
  },
  {
    title: 'a connection may have any number of requests in progress',
    edits: [{ file: app, old: 'connectionOf(ctx.req.socket).replies.length <= maxUnanswered && ', new: '' }],
    caughtBy: [clients('a client that sends hundreds')],
  },
  {
    title: 'any number of requests may be in progress',
    edits: [{ file: app, old: '&& deps.overload.admit()', new: '&& (deps.overload.admit() || true)' }],
    caughtBy: [
      {
        project: 'http-kit',
        file: 'libs/http-kit/src/operations/create-app.test.ts',
        test: 'an app with the max number of requests at work > rejects the next request at once, and accepts requests again when a slot',
      },
    ],
  },
  {
    title: 'a transfer coding before chunked is ignored',
    edits: [{ file: app, old: `.toLowerCase() !== 'chunked'`, new: `.toLowerCase().endsWith('chunked') === false` }],
    caughtBy: [codings],
  },
  {
    title: 'a server that drains waits for requests that never arrive',
    edits: [
      {
        file: 'libs/http-kit/src/server/drain-server.ts',
        old: 'TcpServer.prototype.close.call(server, () => {',
        new: 'server.close(() => {',
      },
    ],
    caughtBy: [
      {
        project: 'http-kit',
        file: 'libs/http-kit/src/server/drain-server.test.ts',
        test: 'a server that drains > still ends a request whose headers took too long to arrive',
      },
    ],
  },
]
