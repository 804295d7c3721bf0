import type { Catcher, Defect } from '../defect.ts'

const grading = (file: string, test: string): Catcher => ({
  project: 'manual-grading',
  file: `services/manual-grading/src/${file}.test.ts`,
  test,
})
const safeHtml = (test: string): Catcher => ({
  project: 'safe-html',
  file: 'libs/safe-html/src/sanitise-feedback.test.ts',
  test,
})
const data = (file: string, test: string): Catcher => ({ project: 'data', file: `libs/data/src/${file}.test.ts`, test })
const again = (first: string, since: string): Catcher =>
  grading(
    'worker/send/send-again',
    `a delivery that a person has sent again > that ${first}, is verified before it is sent: when ${since}`,
  )
const wakesUp: Catcher = {
  project: 'system',
  file: 'test/system/src/delivery/late-reports.long.test.ts',
  test: 'a worker that slept while a person had its grade sent again > reports nothing about the send of another worker',
}

const worker = 'services/manual-grading/src/worker'
const callback = 'services/manual-grading/src/callback'
const statements = 'libs/data/src/delivery'
const firstVerification = '  const verification = await verifyBeforeSend(deps, delivery, prepared.target)\n'

/** Mistakes about the verification before a send, and its start. */
export const deliverySends: readonly Defect[] = [
  {
    title: 'a grade that is sent again is sent without a verification',
    edits: [
      {
        file: `${worker}/deliver.ts`,
        old: firstVerification,
        new: "  const unseen = { verdict: 'go_on', seen: { grade: 0, gradingTime: null, graderId: null } } as const\n  const verification: FirstVerification = delivery.sendNumber > 1 ? unseen : await verifyBeforeSend(deps, delivery, prepared.target)\n",
      },
    ],
    caughtBy: [
      again('may have arrived', 'its first send appears'),
      again('may have arrived', 'somebody grades'),
      again('was refused by the reply', 'somebody grades'),
      again("was refused for a person's grade", 'its first send appears'),
      wakesUp,
    ],
  },
  {
    title: 'a grade that a person agreed to overwrite is overwritten without a verification',
    edits: [
      {
        file: `${worker}/deliver.ts`,
        old: firstVerification,
        new: "  const { mayOverwrite } = delivery\n  const verification: FirstVerification = mayOverwrite === null ? await verifyBeforeSend(deps, delivery, prepared.target) : { verdict: 'go_on', seen: mayOverwrite }\n",
      },
    ],
    caughtBy: ['its first send appears', 'somebody grades', 'the same person changes the grade'].map((since) =>
      again("was refused for a person's grade", since),
    ),
    always: true,
  },
  {
    title: 'a grade is sent on the connection of its verification',
    edits: [
      {
        file: `${callback}/exchange.ts`,
        old: "Connection: 'close'",
        new: "Connection: form === undefined ? 'keep-alive' : 'close'",
      },
      {
        file: `${callback}/exchange.ts`,
        old: '    connection.destroy()\n  }\n}',
        new: '    if (options.form !== undefined) connection.destroy()\n  }\n}',
      },
      {
        file: `${callback}/callback-client.ts`,
        old: '  return {\n    verify: async (target, signal) => {',
        new: '  let kept: FreshConnection | undefined\n  return {\n    verify: async (target, signal) => {',
      },
      {
        file: `${callback}/callback-client.ts`,
        old: '        return detailIn(reply)',
        new: '        kept = connection\n        return detailIn(reply)',
      },
      {
        file: `${callback}/callback-client.ts`,
        old: '    connect: (target, signal) => open(target, limits.connectMs, signal),',
        new: '    connect: async (target, signal) => kept?.isFresh() ? kept : await open(target, limits.connectMs, signal),',
      },
    ],
    caughtBy: [
      grading(
        'callback/callback-client',
        'a grade that follows its verification > is sent over a new connection, and so is each verification',
      ),
    ],
  },
  {
    title: 'the URL of a capability is not checked again before a send',
    edits: [
      {
        file: `${worker}/verification/prepare.ts`,
        old: 'checkCallbackUrl(opened.plaintext, stored.submissionId, allowed)',
        new: "checkCallbackUrl(opened.plaintext, stored.submissionId, [...allowed, { pattern: opened.plaintext.replace(/\\/\\d+\\/grader.*/, '/*/grader'), cidr: '127.0.0.1/32' }])",
      },
    ],
    caughtBy: [
      grading(
        'worker/verification/prepare',
        'the URL of a capability that is opened for a send or a verification > makes the send and the verification fail, and is counted, if no callback is allowed now',
      ),
      grading(
        'worker/between-steps',
        'deliver, if the allowed callbacks have changed since the registration > makes the delivery refused, and sends no request',
      ),
      grading(
        'worker/between-steps',
        'readBackDelivery > sends no request if the allowed callbacks have changed since the',
      ),
    ],
  },
  {
    title: 'the statement that starts a send is repeated when its reply is lost',
    edits: [
      {
        file: `${statements}/start-send.ts`,
        old: '  const row = await db.maybeOne(start`',
        new: '  const ask = () => db.maybeOne(start`',
      },
      {
        file: `${statements}/start-send.ts`,
        old: '  return row !== null\n',
        new: '  return await ask().catch(ask) !== null\n',
      },
    ],
    caughtBy: [
      data('delivery/start-send', 'startSend, if the connection breaks before the reply > rejects'),
      grading(
        'worker/between-steps',
        "deliver, if the database's reply to the send start is lost > requests the send start once",
      ),
    ],
    always: true,
  },
  {
    title: 'a worker requests the start of a send twice',
    edits: [
      {
        file: `${worker}/send/open-send.ts`,
        old: 'if (!(await startSend(database, { deliveryId, epoch, openLeaseS: times.openLeaseS })))',
        new: 'const key = { deliveryId, epoch, openLeaseS: times.openLeaseS }\n    if (!await startSend(database, key).catch(() => startSend(database, key)))',
      },
    ],
    caughtBy: [
      grading(
        'worker/between-steps',
        "deliver, if the database's reply to the send start is lost > requests the send start once",
      ),
    ],
  },
  {
    title: 'a transaction has retry limits of its own',
    edits: [
      {
        file: 'libs/data/src/database.ts',
        old: '        thrown = { error }\n        throw error\n      }\n    })',
        new: '        thrown = { error }\n        throw error\n      }\n    }, 3)',
      },
    ],
    caughtBy: [
      data('database', 'transaction > runs its work only once if the work itself throws an error with the code'),
    ],
  },
  {
    title: 'leases end by a time that is read when the process starts',
    edits: [
      {
        file: `${statements}/lease-delivery.ts`,
        old: 'lease_until = clock_timestamp() + make_interval(secs => ${leaseS}::float8), not_before',
        new: 'lease_until = to_timestamp(${(performance.timeOrigin + performance.now()) / 1000 + leaseS}::float8), not_before',
      },
    ],
    caughtBy: [
      data(
        'delivery/process-clock',
        'leases of a process whose clock is an hour behind > expire by the clock of the database',
      ),
      data(
        'delivery/process-clock',
        'leases of a process whose clock is an hour ahead > expire by the clock of the database',
      ),
    ],
  },
  {
    title: 'a send starts by the clock of its process',
    edits: [
      {
        file: `${statements}/start-send.ts`,
        old: 'AND delivery.lease_until > clock_timestamp()',
        new: 'AND delivery.lease_until > to_timestamp(${Temporal.Now.instant().epochMilliseconds / 1000}::float8)',
      },
    ],
    caughtBy: ['behind', 'ahead'].map((where) =>
      data(
        'delivery/process-clock',
        `leases of a process whose clock is an hour ${where} > allow a send start until they expire, and not afterwards`,
      ),
    ),
  },
  {
    title: 'students are notified of every delivery of a result',
    edits: [
      {
        file: `${statements}/delivery-steps.ts`,
        old: "AND earlier.result_id = ${resultId} AND earlier.state = 'delivered'",
        new: 'AND earlier.result_id = ${resultId} AND FALSE',
      },
    ],
    caughtBy: [
      data(
        'delivery/delivery-notify',
        'whether students are notified of a delivery > is no if the same result has already arrived',
      ),
      grading('worker/deliver', 'deliver > notifies the students of a result once'),
    ],
  },
  {
    title: 'a link in a feedback may lead to a URL of the site that shows it',
    edits: [
      {
        file: 'libs/safe-html/src/sanitise-feedback.ts',
        old: 'const linkAddress = /^(?:https?:\\/\\/|mailto:)/i',
        new: 'const linkAddress = /^(?:https?:|\\/|mailto:)/i',
      },
    ],
    caughtBy: [
      safeHtml('sanitiseFeedback > lets no link and no image lead to "/accounts/logout/"'),
      safeHtml('sanitiseFeedback > lets no link and no image lead to "https:/accounts/logout/"'),
    ],
  },
]
