import type { Catcher, Defect } from '../defect.ts'

const inSystem = (file: string, test: string): Catcher => ({
  project: 'system',
  file: `test/system/src/submissions/${file}.test.ts`,
  test,
})
const streaming = 'libs/http-kit/src/reply/stream-reply.ts'
const folder = 'services/frontend-internal/src/submissions'

export const submissionStreams: readonly Defect[] = [
  {
    title: 'calls of a streamed reply do not notice that its reader has left',
    edits: [
      {
        file: 'libs/http-kit/src/operations/serve-operations.ts',
        old: 'gone: () => record.gone(ctx.req.socket)',
        new: 'gone: () => new AbortController().signal',
      },
    ],
    caughtBy: [
      inSystem(
        'leaving-readers.long',
        'a reader that leaves > while the learning platform is silent in the middle of its file ends the call',
      ),
    ],
    always: true,
  },
  {
    title: 'a streamed reply ends as if it were complete when its source breaks off',
    edits: [
      { file: streaming, old: 'if (!hasLeft(res)) throw error', new: 'if (!hasLeft(res)) return void res.end()' },
    ],
    caughtBy: [
      inSystem(
        'broken-upstream.long',
        'a learning platform that dies in the middle of a file > cuts the archive of the submission, which no program opens',
      ),
      inSystem('broken-upstream.long', 'curl > says of a cut archive that it is a part'),
    ],
  },
  {
    title: 'the error of a file that was read ahead is not caught after its reader has left',
    edits: [
      {
        file: `${folder}/archived-submissions.ts`,
        old: 'content.catch(() => {})',
        new: '',
      },
    ],
    caughtBy: [
      inSystem(
        'leaving-readers.long',
        'a reader that leaves > while its next submissions are being requested does not crash the process',
      ),
    ],
  },
  {
    title: 'a fast stream gives nothing else its turn',
    edits: [{ file: streaming, old: 'if (writtenBytes >= bytesPerTurn) {', new: 'if (writtenBytes < 0) {' }],
    caughtBy: [
      {
        project: 'http-kit',
        file: 'libs/http-kit/src/reply/stream-reply.test.ts',
        test: 'streamPieces > gives other work its turn',
      },
    ],
  },
  {
    title: 'archives at the same time leave submissions out that there is no room to read at once',
    edits: [
      { file: `${folder}/archived-submissions.ts`, old: 'const readAhead = 2', new: 'const readAhead = 4' },
      { file: `${folder}/archive-reads.ts`, old: 'maxRetries: 30', new: 'maxRetries: 0' },
    ],
    caughtBy: [inSystem('archives-at-once.long', 'eight archives at once > miss no submission')],
  },
]
