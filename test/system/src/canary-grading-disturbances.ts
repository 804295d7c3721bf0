import { type AskAsGrader, patienceMs, registrationOf } from './canary-grading-exchange.ts'
import type { GradingCanaryWorld } from './canary-grading-world.ts'
import { type ServiceProcess, waitFor } from './service-process.ts'

/** The database fails in the ways that let it quote its input, around the operations that use it. */
export async function disturbedGraderRequests(
  ask: AskAsGrader,
  world: GradingCanaryWorld,
  { first, process }: { first: number; process: ServiceProcess },
): Promise<void> {
  const { database, query, wire } = world
  const role = new URL(database.urls.manualGrading).username
  const register = (submissionId: number, statuses: readonly number[]) =>
    ask('registerCapability', statuses, { body: registrationOf(world, submissionId) })
  const raises = [
    `RAISE EXCEPTION 'refused %', NEW USING DETAIL = NEW::text, HINT = NEW::text, COLUMN = NEW::text`,
    `RAISE SQLSTATE '57P01' USING MESSAGE = NEW::text`,
  ]
  for (const raise of raises) {
    for (const table of ['submission', 'submission_submitter', 'capability']) {
      await whileRowsAreRefused(query, { table, raise }, () => register(first, [500]))
    }
  }
  await query(`REVOKE SELECT ON capability FROM ${role}`)
  await ask('listCapabilities', [500])
  await register(first, [500])
  await query(`GRANT SELECT ON capability TO ${role}`)
  await query(`REVOKE INSERT ON submission_submitter FROM ${role}`)
  await register(first, [500])
  await query(`GRANT INSERT ON submission_submitter TO ${role}`)
  await query(`ALTER TABLE submission ADD CONSTRAINT nobody CHECK (submission_id <> ${first}) NOT VALID`)
  await register(first, [500])
  await query('ALTER TABLE submission DROP CONSTRAINT nobody')
  wire.cut()
  await register(first, [500])
  await ask('getExerciseCourse', [500])
  wire.mend()
  await waitFor(
    'the database to be back',
    patienceMs,
    async () => (await ask('getExerciseCourse', [200, 500])).status === 200 || undefined,
  )
  await disturbedWorker(ask, world, { submissionId: first + 1, process, role })
}

/** The worker cannot lease a delivery, then cannot record an outcome, until the database is repaired. */
async function disturbedWorker(
  ask: AskAsGrader,
  world: GradingCanaryWorld,
  { submissionId, process, role }: { submissionId: number; process: ServiceProcess; role: string },
): Promise<void> {
  const { query, peers, complete } = world
  const said = (message: string, id?: string): Promise<unknown> =>
    waitFor(
      `the line: ${message}`,
      patienceMs,
      () =>
        process
          .logLines()
          .some((line) => line.message === message && (id === undefined || line['deliveryId'] === id)) || undefined,
    )
  const delivered = (id: string): Promise<unknown> =>
    waitFor(
      'the delivery to arrive',
      patienceMs,
      async () =>
        (await query('SELECT FROM delivery WHERE id = $1 AND state = $2', [id, 'delivered'])).length === 1 || undefined,
    )
  peers.good.play({})
  await ask('registerCapability', [201], { body: registrationOf(world, submissionId) })
  await query(`REVOKE INSERT ON delivery_event FROM ${role}`)
  // No delivery is due. The database rejects the lease statement all the same, before it searches.
  await said('work not taken')
  await query(`GRANT INSERT ON delivery_event TO ${role}`)
  const raise = `IF NEW.outcome IS NOT NULL THEN RAISE EXCEPTION 'refused %', NEW USING DETAIL = NEW::text; END IF; RETURN NEW`
  await whileRowsAreRefused(query, { table: 'delivery_send', raise }, async () => {
    const id = await complete(submissionId)
    await said('not recorded yet', id)
    return id
  }).then(delivered)
}

async function whileRowsAreRefused<T>(
  query: GradingCanaryWorld['query'],
  { table, raise }: { table: string; raise: string },
  work: () => Promise<T>,
): Promise<T> {
  await query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${raise}; END $$;
    CREATE TRIGGER refuse BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`)
  try {
    return await work()
  } finally {
    await query('DROP FUNCTION refuse CASCADE')
  }
}
