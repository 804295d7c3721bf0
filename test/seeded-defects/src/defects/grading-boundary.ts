import type { Catcher, Defect } from '../defect.ts'
import { everyField, noFilter } from './log-allowlist.ts'

const service = 'services/manual-grading'
const connection = 'libs/outbound/src/open-connection.ts'
const registration = 'libs/data/src/capabilities/register-capability.ts'

const stored = (test: string): Catcher => ({
  project: 'data',
  file: 'libs/data/src/capabilities/register-capability.test.ts',
  test: `registerCapability > ${test}`,
})
const altered = (test: string): Catcher => ({
  project: 'manual-grading',
  file: `${service}/src/capabilities/tampered-capabilities.test.ts`,
  test: `a capability whose row was altered > ${test}`,
})
const address = (test: string): Catcher => ({
  project: 'system',
  file: 'test/system/src/delivery/address-policy.test.ts',
  test,
})
const canaries = (test: string): Catcher => ({
  project: 'system',
  file: 'test/system/src/canary-scan.long.test.ts',
  test: `the result of the traffic > ${test}`,
  withItsFile: true,
})

/** Mistakes after which a capability opens for another submission, leads to another URL, or is disclosed. */
export const gradingBoundary: readonly Defect[] = [
  {
    title: 'a sealed URL opens in the row of another submission',
    edits: [
      {
        file: 'libs/sealing/src/capability-context.ts',
        old: 'return [String(of.courseId), String(of.exerciseId), String(of.submissionId)]',
        new: 'return [String(of.courseId), String(of.exerciseId)]',
      },
    ],
    caughtBy: [
      {
        project: 'sealing',
        file: 'libs/sealing/src/capability-context.test.ts',
        test: 'capabilityContext > is course, exercise and submission',
      },
      altered('never opens: it counts as gone, or as waiting for a missing key'),
    ],
  },
  {
    title: 'a URL that no key opens waits for another key',
    edits: [
      {
        file: `${service}/src/worker/verification/prepare.ts`,
        old: "opened.reason === 'unknown_key' ? 'key_unknown' : 'capability_gone'",
        new: "opened.reason.length > 0 ? 'key_unknown' : 'capability_gone'",
      },
    ],
    caughtBy: [altered('never opens: it counts as gone, or as waiting for a missing key')],
  },
  {
    title: 'a feedback is sent without being sanitised',
    edits: [
      {
        file: `${service}/src/worker/verification/prepare.ts`,
        old: '= sanitiseFeedback(delivery.feedbackHtml)',
        new: '= sanitiseFeedback(delivery.feedbackHtml) && delivery.feedbackHtml',
      },
    ],
    caughtBy: [
      {
        project: 'manual-grading',
        file: `${service}/src/worker/deliver.test.ts`,
        test: "deliver > sends no feedback that could do harm in a student's page",
      },
    ],
  },
  {
    title: 'the links that were images in a feedback are not sanitised',
    edits: [
      {
        file: 'libs/safe-html/src/sanitise-feedback.ts',
        old: 'text === sanitised ? sanitised : sanitiseFeedback(text)',
        new: 'text',
      },
    ],
    caughtBy: [
      {
        project: 'safe-html',
        file: 'libs/safe-html/src/sanitise-feedback.test.ts',
        test: 'sanitiseFeedback > makes an image a link with its alternative text',
      },
    ],
  },
  {
    title: 'an ambiguous grade that is sent again overwrites a grade that nobody was shown',
    edits: [{ file: 'libs/data/src/delivery/resolve-delivery.ts', old: " AND ${state} = 'refused' AND", new: ' AND' }],
    caughtBy: [
      {
        project: 'data',
        file: 'libs/data/src/delivery/resolve-delivery.test.ts',
        test: 'resolveDelivery > allows an ambiguous delivery to overwrite no grade',
      },
    ],
  },
  {
    title: 'a key rotation reports success while rows are left',
    edits: [
      { file: 'libs/commands/src/run-rotation.ts', old: 'return left === 0 ? 0 : 1', new: 'return left >= 0 ? 0 : 1' },
    ],
    caughtBy: [altered('does not open after a change of keys')],
  },
  {
    title: 'a submission that is registered again is graded again automatically',
    edits: [
      {
        file: registration,
        old: '        overwrite_seen, notify, fixture, created_at, updated_at\n',
        new: '        overwrite_seen, notify, fixture, created_at, updated_at, not_before\n',
      },
      { file: registration, old: "'held', 0, 1, 0, 0, 0, FALSE,", new: "'pending', 0, 1, 0, 0, 0, FALSE," },
      {
        file: registration,
        old: '        entered.fixture, clock_timestamp(), clock_timestamp()\n',
        new: '        entered.fixture, clock_timestamp(), clock_timestamp(), clock_timestamp()\n',
      },
    ],
    caughtBy: [stored('makes a held delivery of the standing result if a grade had arrived')],
  },
  {
    title: 'a URL is replaced while its grade is being sent',
    edits: [
      {
        file: registration,
        old: "if (found.deliveryState === 'pending' || found.deliveryState === 'sending') return",
        new: "if (found.deliveryState === 'pending') return",
      },
    ],
    caughtBy: [stored('is rejected while a grade is on its way, or may have arrived')],
    always: true,
  },
  {
    title: 'a URL that was registered once stays allowed',
    edits: [
      {
        file: `${service}/src/worker/verification/prepare.ts`,
        old: 'checkCallbackUrl(opened.plaintext, stored.submissionId, allowed)',
        new: "checkCallbackUrl(opened.plaintext, stored.submissionId, [...allowed, { pattern: opened.plaintext.replace(/\\/\\d+\\/grader.*$/, '/*/grader'), cidr: '0.0.0.0/0' }])",
      },
    ],
    caughtBy: [
      address(
        'an origin that resolves to this machine, without a range that allows it > is refused because of its address',
      ),
    ],
  },
  {
    title: 'only one of several addresses is checked',
    edits: [{ file: connection, old: 'if (!addresses.every((address) =>', new: 'if (!addresses.some((address) =>' }],
    caughtBy: [address('a name whose addresses change > is refused while one of several addresses is forbidden')],
  },
  {
    title: 'a connection resolves its name again after the check',
    edits: [
      { file: connection, old: 'connectToOne(addresses, {', new: 'connectToOne([name], {' },
      {
        file: connection,
        old: "    if (!isSameAddress(socket.remoteAddress, address)) throw new ConnectionError('unreachable')\n",
        new: '',
      },
    ],
    caughtBy: [
      address('a name whose addresses change > after the verification is refused'),
      address('a name whose addresses change > after the send started does not affect that send'),
    ],
  },
  {
    title: 'a grade is sent through a proxy that the environment names',
    edits: [
      {
        file: `${service}/src/callback/exchange.ts`,
        old: 'createConnection: () => socket,',
        new: 'host: target.hostname, port: target.port,',
      },
    ],
    caughtBy: [address('a name whose addresses change > after the send started does not affect that send')],
  },
  {
    title: 'the mark of any send counts as proof that this one arrived',
    edits: [
      {
        file: 'libs/domain/src/delivery/verification-verdict.ts',
        old: 'return lastPost?.deliveryId === sent.deliveryId && lastPost.sendNumber === sent.sendNumber',
        new: 'return lastPost !== undefined && sent.sendNumber > 0',
      },
    ],
    caughtBy: [
      {
        project: 'domain',
        file: 'libs/domain/src/delivery/verification-verdict.test.ts',
        test: 'readBack > proves nothing with another',
      },
      {
        project: 'manual-grading',
        file: `${service}/src/worker/verification/read-back.test.ts`,
        test: 'the verification of an ambiguous delivery > does not accept the mark of another send as proof',
      },
    ],
  },
  {
    title: 'the URL of a grade is logged, and the filter of the log is removed',
    edits: [
      everyField,
      noFilter,
      {
        file: `${service}/src/worker/deliver.ts`,
        old: "event: 'delivery_send_started', deliveryId, sendNumber }",
        new: "event: 'delivery_send_started', deliveryId, sendNumber, site: prepared.target.url }",
      },
    ],
    caughtBy: [canaries('holds no canary in any line of the log')],
  },
  {
    title: 'the reply of the learning platform is stored with a send',
    edits: [
      {
        file: `${service}/src/worker/send/send.ts`,
        old: 'retryAfterS: reply.retryAfterS })',
        new: 'retryAfterS: reply.retryAfterS, said: Buffer.from(reply.body).toString().slice(0, 200) })',
      },
      {
        file: `${service}/src/worker/send/record-send.ts`,
        old: 'function diagnosticsOf({ phase,',
        new: 'function diagnosticsOf({ said, phase,',
      },
      {
        file: `${service}/src/worker/send/record-send.ts`,
        old: 'return JSON.stringify({ phase,',
        new: 'return JSON.stringify({ said, phase,',
      },
    ],
    caughtBy: [canaries('holds no canary in any row of the database'), canaries('never sent the database a secret')],
  },
  {
    title: 'a URL that is refused is shown to its caller',
    edits: [
      {
        file: `${service}/src/capabilities/register-capability.ts`,
        old: 'message: explanations[check.verdict] }',
        new: 'message: `${explanations[check.verdict]} ${callbackUrl}` }',
      },
    ],
    caughtBy: [canaries('holds no canary in any refusal')],
  },
  {
    title: 'the origin of a URL is stored in clear text',
    edits: [
      {
        file: 'libs/sealing/src/origin-digest.ts',
        old: "return createHash('sha256').update(`callback-origin\\n${origin}`).digest().subarray(0, digestBytes)",
        new: 'return createHash.length > digestBytes ? Buffer.alloc(0) : Buffer.from(origin)',
      },
    ],
    caughtBy: [canaries('holds no canary in any row of the database'), canaries('never sent the database a secret')],
  },
]
