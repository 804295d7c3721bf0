import type { Catcher, Defect } from '../defect.ts'

const grading = (file: string, test: string): Catcher => ({
  project: 'manual-grading',
  file: `services/manual-grading/src/${file}.test.ts`,
  test,
})
const table = (test: string): Catcher => ({
  project: 'system',
  file: 'test/system/src/delivery/transport-table.long.test.ts',
  test: `the table of events and their effects on a delivery > ${test}`,
})
const random: Catcher = {
  project: 'system',
  file: 'test/system/src/delivery/random-cycles.long.test.ts',
  test: 'workers that are disturbed at random moments > send every grade at most once, lose none, and record each in the correct state',
}
/** With this seed, one reply of each lane is lost and another one is a server error, even in a short run. */
const randomReplies: Catcher = { ...random, env: { DELIVERY_SEED: '3252' } }
const endless = (how: string): Catcher =>
  grading(
    'worker/send/send-over-sockets',
    `a grade whose reply has no end > is ambiguous with any status if the reply ${how}`,
  )
const early = (scheme: string): Catcher =>
  grading(
    'worker/send/send-over-sockets',
    `a success that arrives before the whole grade was sent > by ${scheme} > is ambiguous if the peer reads the rest never`,
  )
const noReply = (what: string): Catcher => grading('callback/malformed-replies', `exchange > rejects ${what}`)

const worker = 'services/manual-grading/src/worker'
const callback = 'services/manual-grading/src/callback'

/** Mistakes about what a reply to a grade proves, and about what is not a reply. */
export const deliveryReplies: readonly Defect[] = [
  {
    title: 'a connection that was reset is a reason to send again',
    edits: [
      {
        file: 'libs/domain/src/delivery/classify-send.ts',
        old: "closed: row('closed', 'pending', 'unsent', 'ambiguous')",
        new: "closed: row('closed', 'pending', 'unsent', 'unsent')",
      },
    ],
    caughtBy: [table('holds for every attempt'), table('never lets a grade be received twice'), randomReplies],
  },
  {
    title: 'an error of the server is a reason to send again',
    edits: [
      {
        file: 'libs/domain/src/delivery/classify-send.ts',
        old: "server_error: 'ambiguous'",
        new: "server_error: 'unsent'",
      },
    ],
    caughtBy: [table('holds for every attempt'), table('never lets a grade be received twice'), randomReplies],
  },
  {
    title: 'a reply counts before it is complete',
    edits: [
      {
        file: `${callback}/exchange.ts`,
        old: '    else pieces.push(piece)',
        new: "    else {\n      pieces.push(piece)\n      if (piece.includes('}')) onEnd(Buffer.concat(pieces))\n    }",
      },
    ],
    caughtBy: [table('holds for every attempt')],
  },
  {
    title: 'a reply other than a success is classified only by its status',
    edits: [
      {
        file: `${worker}/send/send.ts`,
        old: '    if (error instanceof CallbackError) return result({ event: error.reason }, error.facts)\n',
        new: "    if (error instanceof CallbackError) {\n      const { status } = error.facts\n      const isDecided = status !== null && status !== 200\n      return result(isDecided ? { event: 'reply', reply: { status, body: Buffer.alloc(0), isRequestSent: true } } : { event: error.reason }, error.facts)\n    }\n",
      },
    ],
    caughtBy: [
      endless('is closed in its body'),
      endless('stalls after its head'),
      endless('drips without an end'),
      table('holds for every attempt'),
    ],
  },
  {
    title: 'a success counts while the grade is still being sent',
    edits: [
      { file: `${callback}/exchange.ts`, old: 'isRequestSent: request.writableFinished', new: 'isRequestSent: true' },
    ],
    caughtBy: [early('http'), early('https')],
  },
  {
    title: 'a body in a transfer coding is read without decoding',
    edits: [
      {
        file: `${callback}/exchange.ts`,
        old: "\n    && (headers['transfer-encoding'] ?? 'chunked').toLowerCase() === 'chunked'",
        new: '',
      },
    ],
    caughtBy: [noReply('chunks in another coding'), table('holds for every attempt')],
  },
  {
    title: 'a second reply after the first one is overlooked',
    edits: [
      {
        file: `${callback}/exchange.ts`,
        old: "if (connection.socket.destroyed && hasAnnouncedEnd(response)) return stop('malformed_reply')",
        new: '',
      },
    ],
    caughtBy: [noReply('two replies'), table('holds for every attempt')],
  },
  {
    title: 'a redirect of a grade or a verification is followed',
    edits: [
      {
        file: `${callback}/exchange.ts`,
        old: "    request.on('response', (response) => {\n",
        new: "    request.on('response', function take(response: IncomingMessage): void {\n      const { location } = response.headers\n      if (location !== undefined) return void httpRequest(location, { method: options.target.method }).on('response', take).end(options.form)\n",
      },
    ],
    caughtBy: [
      grading('callback/callback-client', 'a redirect > 307 is treated as the reply to a grade'),
      grading('callback/callback-client', 'a redirect > 302 ends a verification'),
    ],
  },
]
