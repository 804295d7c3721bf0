import { issueCodes } from '@course-grading/contracts/problems/issue-codes'
import { publicApiDescription } from '@course-grading/contracts/openapi/public-api-description'
import { proxyProblems } from './proxy-problems.ts'
import { publicProblems, type PublicProblemCode } from '@course-grading/contracts/problems/public-problems'
import { issueMeanings, publicRemedies, type Retry } from './public-remedies.ts'
import { code, type Page, table } from '../page.ts'
import type { OpenApiDocument } from './document.ts'

const retries: Readonly<Record<Retry, string>> = {
  never: 'no',
  after_a_change: 'only after you have changed something',
  after_reading: 'a read yes; a write only after you have read what is there',
  later: 'yes, later, as it is',
}

const exampleRequestId = '019aa0f6-8d2c-7c1e-9d53-3f1c52a0b7e4'

/** A page for each error code of the public API, and one with a table of all. */
export function errorPages(document: OpenApiDocument): Page[] {
  const codes = Object.keys(publicProblems) as PublicProblemCode[]
  return [overview(codes), issuesPage(), ...codes.map((each, index) => errorPage(each, index, document))]
}

function overview(codes: readonly PublicProblemCode[]): Page {
  const rows = codes.map((each) => [
    String(publicProblems[each].status),
    `[\`${each}\`](/errors/${each}/)`,
    publicProblems[each].condition,
    retries[publicRemedies[each].retry],
  ])
  return {
    path: 'errors/index',
    title: 'All error codes',
    description: 'Every error code of the public API, with what to do about it.',
    order: 1,
    wide: true,
    body: [
      'Every error has this body and an `X-Request-ID` header. Branch on `error.code` and on `issues[].code`, never on messages, which may change.',
      code('json', exampleOf('validation_failed')),
      table(['Status', 'Code', 'When', 'Send it again?'], rows),
      'The codes of `issues` are on [a page of their own](/errors/issues/).',
      ...proxySection(),
      '## Without a body',
      "Three kinds of requests are refused before the service sees them, by Node's HTTP parser or the proxy, with a bare status or a page and none of the above: a request without `Host`, a malformed one, and `CONNECT`.",
    ].join('\n\n'),
  }
}

/** What comes from the reverse proxy in the service's place. */
function proxySection(): string[] {
  const problems = Object.entries(proxyProblems)
  return [
    '## What the reverse proxy replies itself',
    'What the service does not get, or cannot reply to, the proxy in front of it replies to, with the same body and headers:',
    table(
      ['Status', 'Code', 'When', 'Send it again?'],
      [
        [
          '413',
          '[`payload_too_large`](/errors/payload_too_large/)',
          'The request body exceeds 2 MiB.',
          retries.after_a_change,
        ],
        [
          '400',
          '[`validation_failed`](/errors/validation_failed/)',
          'A line of the header, or the path, is longer than 8 KiB.',
          retries.after_a_change,
        ],
        [
          '404',
          '[`not_found`](/errors/not_found/)',
          'The path does not begin with `/api/v1/`.',
          retries.after_a_change,
        ],
        [
          '405',
          '[`method_not_allowed`](/errors/method_not_allowed/)',
          'The method is `TRACE`.',
          retries.after_a_change,
        ],
        ...problems.map(([name, { status, condition }]) => [
          `${status}`,
          `\`${name}\``,
          condition,
          name === 'tls_required' ? retries.after_a_change : retries.after_reading,
        ]),
      ],
    ),
    "After a 502 or 504 that came from the proxy nobody knows whether a write was stored. The `requestId` is that of the service, if it has got the request. A proxy of the operators' own, such as the entrance of a Kubernetes cluster, may reply with these statuses and another body, so branch on the status where there is no `error.code`.",
  ]
}

function issuesPage(): Page {
  return {
    path: 'errors/issues',
    title: 'Codes of issues',
    description: 'What the codes in error.issues mean.',
    order: 2,
    body: [
      'An issue says what is wrong with one value: `path` is its place in the body (`$.graders[0].userId`), `code` the kind of fault, `message` a text for people. All issues come at once, at most 100 of them.',
      table(
        ['Code', 'Meaning'],
        issueCodes.map((each) => [`\`${each}\``, issueMeanings[each]]),
      ),
    ].join('\n\n'),
  }
}

function errorPage(name: PublicProblemCode, index: number, { paths }: OpenApiDocument): Page {
  const { status, condition, message } = publicProblems[name]
  const { retry, text } = publicRemedies[name]
  const operations = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => JSON.stringify(operation.responses[status]?.content ?? {}).includes(`"code":"${name}"`))
    .map(({ operationId }) => `[${operationId}](/reference/${operationId.toLowerCase()}/)`)
  return {
    path: `errors/${name}`,
    // With the status, because people search for it.
    title: `${status} ${name}`,
    description: `${status} ${name}: ${condition}`,
    order: 10 + index,
    body: [
      table(['Status', 'Message', 'Send it again?'], [[String(status), message, retries[retry]]]),
      '## When it happens',
      condition,
      operations.length === 0
        ? 'It comes before any operation, and so may answer each of them.'
        : `Operations: ${operations.join(', ')}.`,
      '## What to do',
      text,
      '## Example',
      code('json', exampleOf(name)),
    ].join('\n\n'),
  }
}

const exampleOf = (name: PublicProblemCode): string =>
  JSON.stringify(publicApiDescription.errorExample(name, exampleRequestId), null, 2)
