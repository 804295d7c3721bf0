import type { Catcher, Defect } from '../defect.ts'

const domain = (file: string, test: string): Catcher => ({
  project: 'domain',
  file: `libs/domain/src/delivery/${file}.test.ts`,
  test,
})
const data = (file: string, test: string): Catcher => ({
  project: 'data',
  file: `libs/data/src/delivery/${file}.test.ts`,
  test,
})
const worker = (file: string, test: string): Catcher => ({
  project: 'manual-grading',
  file: `services/manual-grading/src/worker/verification/${file}.test.ts`,
  test,
})
const refresh = (test: string): Catcher => ({
  project: 'frontend-internal',
  file: 'services/frontend-internal/src/snapshots/standings.test.ts',
  test: `a refresh, compared with the delivered grades > ${test}`,
})

const verdict = 'libs/domain/src/delivery/verification-verdict.ts'
const model =
  "grading of a submission upstream by anybody, in any order > overwrites a teacher's grade only with a person's consent, and treats no"

/** Mistakes after which a person's grade, or ours, is lost without notice. */
export const deliveryStanding: readonly Defect[] = [
  {
    title: 'the grade of a submission with status waiting may be overwritten',
    edits: [
      {
        file: verdict,
        old: 'const mayGoOn = seen.graderId === null ||',
        new: "const mayGoOn = detail.status === 'waiting' || seen.graderId === null ||",
      },
    ],
    caughtBy: [
      domain(
        'verification-verdict',
        "judgeBeforeSend > does not allow to overwrite a person's grade, with the status waiting",
      ),
      domain('whose-grade-model', model),
      worker(
        'whose-grade',
        "a grade that stands upstream > counts as a teacher's with any later status of the submission: waiting",
      ),
    ],
  },
  {
    title: "a grade of the platform's own checks counts as a person's",
    edits: [
      {
        file: verdict,
        old: 'const mayGoOn = seen.graderId === null ||',
        new: "const mayGoOn = (seen.graderId === null && detail.status === 'waiting') ||",
      },
    ],
    caughtBy: [
      domain(
        'verification-verdict',
        'judgeBeforeSend > allows to send if nobody has graded by hand, with the status ready',
      ),
      worker(
        'whose-grade',
        "a grade that stands upstream > counts as nobody's if an automatic check gave it: by callback",
      ),
    ],
  },
  {
    title: 'any standing grade right after a send counts as ours',
    edits: [{ file: verdict, old: 'standing: isOurs ? seen : null', new: 'standing: isOurs || !isOurs ? seen : null' }],
    caughtBy: [
      domain('verification-verdict', 'judgeAfterSend > returns nothing to be recorded if a person graded since'),
      domain('whose-grade-model', model),
      worker(
        'standing',
        'what the learning platform made of a grade > is recorded as changed at once if the grade was lost before that',
      ),
    ],
  },
  {
    title: 'a send start does not ask whether the submission was registered since',
    edits: [
      { file: 'libs/data/src/delivery/start-send.ts', old: '        AND ${hasSettled}\n', new: '' },
      {
        file: 'libs/data/src/delivery/start-send.ts',
        old: 'import { hasSettled, deliveriesEnabled',
        new: 'import { deliveriesEnabled',
      },
    ],
    caughtBy: [
      data(
        'postpone-delivery',
        'a grade and the registration of its submission > does not start a send that had to wait',
      ),
    ],
  },
  {
    title: 'a rejected registration does not postpone the delivery',
    edits: [
      {
        file: 'libs/data/src/capabilities/register-capability.ts',
        old: '  await postponeDelivery(tx, write)\n',
        new: '',
      },
    ],
    caughtBy: [
      data(
        'postpone-delivery',
        'a grade and the registration of its submission > is postponed by a rejected registration',
      ),
      worker(
        'whose-grade',
        'a registration > delays a grade for the settle time, also if the registration is rejected',
      ),
    ],
  },
  {
    title: 'the settle time of a rejected registration ends with the delivery that was in progress',
    edits: [
      {
        file: 'libs/data/src/delivery/postpone-delivery.ts',
        old: 'greatest(capability.settle_until, postponed.settle_until)',
        new: 'capability.settle_until',
      },
    ],
    caughtBy: [
      data(
        'postpone-delivery',
        'a grade and the registration of its submission > is not sent within the settle time of a registration that was rejected',
      ),
    ],
  },
  {
    title: 'a refresh that began before a grade arrived reports the grade as changed',
    edits: [
      {
        file: 'libs/data/src/delivery/standing-queries.ts',
        old: 'AND delivery.upstream_at < ${readAt}::timestamptz',
        new: "AND delivery.upstream_at < ${readAt}::timestamptz + interval '1 day'",
      },
    ],
    caughtBy: [refresh('does not compare a grade if the reading began before the grade was seen to')],
  },
  {
    title: 'a grade that our own next send replaces is reported as changed',
    edits: [
      {
        file: 'libs/data/src/delivery/standing-queries.ts',
        old: 'delivery_send.started_at IS NOT NULL',
        new: 'delivery_send.started_at IS NULL',
      },
    ],
    caughtBy: [
      data(
        'standing-queries',
        'the grades that a refresh compares > leave out a grade that a later send may have overwritten: open',
      ),
    ],
  },
  {
    title: 'a grade that is sent again, and may have arrived before, counts as never sent',
    edits: [
      {
        file: 'libs/data/src/delivery/standing-queries.ts',
        old: 'WHERE delivery_send.delivery_id = later.id AND',
        new: 'WHERE later.started_at IS NOT NULL AND delivery_send.delivery_id = later.id AND',
      },
    ],
    caughtBy: [
      data(
        'standing-queries',
        'the grades that a refresh compares > leave out a grade that a later send may have overwritten, also while that delivery is pending again',
      ),
    ],
  },
  {
    title: 'a grade that a refresh finds changed is not counted',
    edits: [{ file: 'services/frontend-internal/src/deps.ts', old: "      standingChanged('refresh')\n", new: '' }],
    caughtBy: [refresh('reports each grade that no longer stands once, to teachers')],
  },
]
