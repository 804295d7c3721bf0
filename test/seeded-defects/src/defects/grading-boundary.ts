import type { Catcher, Defect } from '../defect.ts'
import { everyField, noFilter } from './log-allowlist.ts'

const service = 'services/manual-grading'
const connection = `${service}/src/callback/open-connection.ts`
const registration = 'libs/data/src/capabilities/register-capability.ts'

const stored = (test: string): Catcher => ({
  project: 'data',
  file: 'libs/data/src/capabilities/register-capability.test.ts',
  test: `registerCapability > ${test}`,
})
const altered = (test: string): Catcher => ({
  project: 'manual-grading',
  file: `${service}/src/capabilities/tampered-capabilities.test.ts`,
  test: `a row of a capability that somebody has altered > ${test}`,
})
const address = (test: string): Catcher => ({
  project: 'system',
  file: 'test/system/src/delivery/address-policy.test.ts',
  test,
})
const canaries = (test: string): Catcher => ({
  project: 'system',
  file: 'test/system/src/canary-scan.long.test.ts',
  test: `what came of it > ${test}`,
  withItsFile: true,
})

/** Mistakes after which a capability opens for somebody else, leads elsewhere, or is told. */
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
      altered('never opens: it is gone, unless its key may come back'),
    ],
  },
  {
    title: 'what no key opens waits for another key',
    edits: [
      {
        file: `${service}/src/worker/verification/prepare.ts`,
        old: "opened.reason === 'unknown_key' ? 'key_unknown' : 'capability_gone'",
        new: "opened.reason.length > 0 ? 'key_unknown' : 'capability_gone'",
      },
    ],
    caughtBy: [altered('never opens: it is gone, unless its key may come back')],
  },
  {
    title: 'a feedback goes out as it was written',
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
        test: 'deliver > sends no feedback that could do something in the page of a student',
      },
    ],
  },
  {
    title: 'control characters leave a feedback after it was sanitised',
    edits: [
      {
        file: `${service}/src/worker/feedback/sanitise-feedback.ts`,
        old: 'sanitizeHtml(withoutControls(sanitizeHtml(html, allowed)), allowed)',
        new: 'withoutControls(sanitizeHtml(html, allowed))',
      },
    ],
    caughtBy: [
      {
        project: 'manual-grading',
        file: `${service}/src/worker/feedback/sanitise-feedback.test.ts`,
        test: 'sanitiseFeedback > leads nobody anywhere',
      },
      {
        project: 'manual-grading',
        file: `${service}/src/worker/deliver.test.ts`,
        test: 'deliver > sends no feedback that could do something in the page of a student',
      },
    ],
  },
  {
    title: 'sent again, an ambiguous grade overwrites what nobody was shown',
    edits: [{ file: 'libs/data/src/delivery/resolve-delivery.ts', old: " AND ${state} = 'refused' AND", new: ' AND' }],
    caughtBy: [
      {
        project: 'data',
        file: 'libs/data/src/delivery/resolve-delivery.test.ts',
        test: "resolveDelivery > lets nobody's grade be overwritten",
      },
    ],
  },
  {
    title: 'an erasure does not wait for a registration',
    edits: [
      {
        file: 'libs/data/src/people/erase-person.ts',
        old: "lockPeople(tx, request.courseId, 'exclusive')",
        new: "lockPeople(tx, request.courseId, 'shared')",
      },
    ],
    caughtBy: [
      {
        project: 'data',
        file: 'libs/data/src/submissions/submission-person-queries.test.ts',
        test: 'erasing a person while a submission of theirs is registered > waits for it',
      },
    ],
  },
  {
    title: 'a change of keys is done while rows are left',
    edits: [
      { file: 'libs/commands/src/run-rotation.ts', old: 'return left === 0 ? 0 : 1', new: 'return left >= 0 ? 0 : 1' },
    ],
    caughtBy: [altered('is not made good by a change of keys')],
  },
  {
    title: 'a submission that is registered again is graded again by itself',
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
    caughtBy: [stored('holds the result that stands for a teacher once a grade had arrived')],
  },
  {
    title: 'a URL is replaced while its grade is on its way',
    edits: [
      {
        file: registration,
        old: "if (found.deliveryState === 'pending' || found.deliveryState === 'sending') return",
        new: "if (found.deliveryState === 'pending') return",
      },
    ],
    caughtBy: [stored('is refused while a grade is on its way, or may have arrived')],
    always: true,
  },
  {
    title: 'a URL that was registered once is allowed for good',
    edits: [
      {
        file: `${service}/src/worker/verification/prepare.ts`,
        old: 'checkCallbackUrl(opened.plaintext, stored.submissionId, allowed)',
        new: "checkCallbackUrl(opened.plaintext, stored.submissionId, [...allowed, { pattern: opened.plaintext.replace(/\\/\\d+\\/grader.*$/, '/*/grader'), cidr: '0.0.0.0/0' }])",
      },
    ],
    caughtBy: [
      address('an origin that leads to this machine, without a range that allows it > is refused by its address'),
    ],
  },
  {
    title: 'one address of several is checked',
    edits: [{ file: connection, old: 'if (!addresses.every((address) =>', new: 'if (!addresses.some((address) =>' }],
    caughtBy: [address('a name whose addresses change > is refused while one of several is forbidden')],
  },
  {
    title: 'a connection looks its name up again once it is checked',
    edits: [
      { file: connection, old: 'connectToOne(addresses, {', new: 'connectToOne([name], {' },
      {
        file: connection,
        old: "    if (!isSameAddress(socket.remoteAddress, address)) throw new CallbackError('unreachable')\n",
        new: '',
      },
    ],
    caughtBy: [
      address('a name whose addresses change > behind the verification is refused'),
      address('a name whose addresses change > behind the grade changes nothing of it'),
    ],
  },
  {
    title: 'a grade goes by way of a proxy of the environment',
    edits: [
      {
        file: `${service}/src/callback/exchange.ts`,
        old: 'createConnection: () => socket,',
        new: 'host: target.hostname, port: target.port,',
      },
    ],
    caughtBy: [address('a name whose addresses change > behind the grade changes nothing of it')],
  },
  {
    title: 'the mark of any send proves that this one arrived',
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
        test: 'readBack > proves nothing by another',
      },
      {
        project: 'manual-grading',
        file: `${service}/src/worker/verification/read-back.test.ts`,
        test: 'the look at an ambiguous delivery > takes the mark of another send for no proof',
      },
    ],
  },
  {
    title: 'the URL of a grade is logged, and no filter is below it',
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
    title: 'what the learning platform answered is kept with a send',
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
    caughtBy: [canaries('holds no canary in any row of the database'), canaries('never told the database a secret')],
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
    title: 'the origin of a URL is stored as it is',
    edits: [
      {
        file: 'libs/sealing/src/origin-digest.ts',
        old: "return createHash('sha256').update(`callback-origin\\n${origin}`).digest().subarray(0, digestBytes)",
        new: 'return createHash.length > digestBytes ? Buffer.alloc(0) : Buffer.from(origin)',
      },
    ],
    caughtBy: [canaries('holds no canary in any row of the database'), canaries('never told the database a secret')],
  },
]
