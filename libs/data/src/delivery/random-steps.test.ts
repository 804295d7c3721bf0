import { randomInt, randomUUID } from 'node:crypto'
import { fullRun } from '../testing/full-run.ts'
import { describe, expect } from 'vitest'
import { DatabaseFailure } from '../db/database-errors.ts'
import { aRecord, aShownGrade, openGrading, testIn } from '../testing/a-delivery.ts'
import { confirmByReadBack, refuseBeforeStart, returnToPending } from './before-start-queries.ts'
import { leaseDelivery, type LeaseKey } from './lease-delivery.ts'
import { leaseVerification, recordReadBack } from './verification-queries.ts'
import { startSend } from './start-send.ts'
import { chanceFrom, Reference } from './random-steps.fixture.ts'
import { reapExpiredLeases } from './reap-expired-leases.ts'
import { recordOutcome, recordUnsent } from './record-outcome.ts'

const it = testIn(openWorld)

describe('any order of steps, one after the other', () => {
  it(
    'leaves a delivery in the state that the model predicts',
    async ({ world }) => {
      const seed = randomInt(2 ** 31)
      const chance = chanceFrom(seed)
      const reached = new Set<string>()
      const rounds = fullRun ? 1_500 : 12
      // Where these rounds do not reach every state, the run continues.
      for (let round = 0; round < rounds || (reached.size < states.length && round < 100 * rounds); round += 1) {
        const deliveryId = await world.pending()
        const reference = new Reference()
        const keys: LeaseKey[] = [{ deliveryId, epoch: 0 }]
        const trace: string[] = []
        for (let count = 0; count < 25; count += 1) {
          const draw = chance()
          let pair: readonly [boolean, boolean] = [true, true]
          if (draw < 0.3 && reference.state === 'pending') {
            await world.dueAtOnce(deliveryId)
            const leased = await world.lease()
            expect(leased?.deliveryId).toBe(deliveryId)
            reference.lease()
            keys.push({ deliveryId, epoch: reference.epoch })
          } else if (draw < 0.36) {
            await world.expire(deliveryId)
            reference.expire()
          } else if (draw < 0.44) {
            pair = [(await reapExpiredLeases(world.database)).length === 1, reference.reap()]
          } else if (draw < 0.48) {
            const number = 1 + Math.floor(chance() * reference.number)
            pair = [await world.readBack(deliveryId, number), reference.readBack(number)]
          } else if (draw < 0.54) {
            const as = words[Math.floor(chance() * words.length)] ?? 'delivered'
            pair = [(await world.resolve(deliveryId, as)).outcome === 'resolved', reference.resolve(as)]
          } else {
            // Mostly the newest lease, and sometimes an old one.
            const key = keys[chance() < 0.75 ? keys.length - 1 : Math.floor(chance() * keys.length)] ?? {
              deliveryId,
              epoch: 0,
            }
            pair = await world.workerStep(chance, key, reference)
          }
          const { state, epoch, number, started } = reference
          trace.push(`${draw.toFixed(3)} ${pair[0]} ${state}`)
          reached.add(state)
          expect(pair[0], `seed ${seed}: ${trace.join(', ')}`).toBe(pair[1])
          expect(await world.rowOf(deliveryId), `seed ${seed}: ${trace.join(', ')}`).toEqual({
            state,
            epoch,
            number,
            started,
            history: state,
          })
        }
        await world.setAside()
      }
      expect([...reached].toSorted()).toEqual(states)
    },
    fullRun ? 1_200_000 : 300_000,
  )
})

describe('many workers at the same time, with current and expired leases', () => {
  it(
    'never have two open sends of a delivery, never reuse an epoch or number, and lose no send',
    async ({ world }) => {
      const seed = randomInt(2 ** 31)
      await world.watch()
      const ids = await Promise.all(Array.from({ length: 12 }, () => world.pending()))
      const keys: LeaseKey[] = []
      const passed: string[] = []
      const enough = fullRun ? 60_000 : 1_000
      let steps = 0
      const worker = async (number: number): Promise<void> => {
        const chance = chanceFrom(seed + number)
        while (steps < enough) {
          steps += 1
          const draw = chance()
          const id = ids[Math.floor(chance() * ids.length)] ?? ''
          if (draw < 0.3) {
            const leased = await world.lease()
            if (leased !== null) keys.push({ deliveryId: leased.deliveryId, epoch: leased.epoch })
          } else if (draw < 0.34) await world.expire(id)
          else if (draw < 0.4) await reapExpiredLeases(world.database)
          else if (draw < 0.43) await world.readBack(id, 1 + Math.floor(chance() * 3))
          else if (draw < 0.45) await leaseVerification(world.database, { leaseS: 1 })
          else if (draw < 0.49) await world.resolve(id, words[Math.floor(chance() * 5)] ?? 'send_again')
          else {
            const key = keys[keys.length - 1 - Math.floor(chance() * Math.min(keys.length, 30))]
            if (key !== undefined)
              await world.workerStep(chance, key, null, () => void passed.push(`${key.deliveryId} ${key.epoch}`))
          }
        }
      }
      await Promise.all(
        Array.from({ length: 8 }, (_, number) =>
          worker(number).catch((error: unknown) => {
            const rule = error instanceof DatabaseFailure ? `${error.sqlState} ${error.constraint}` : ''
            throw new Error(`seed ${seed}: ${rule}`, { cause: error })
          }),
        ),
      )

      const said = `seed ${seed}, ${steps} steps`
      const count = async (text: string) => (await world.owner.query(text)).rows
      expect(new Set(passed).size, said).toBe(passed.length)
      expect(
        await count("SELECT * FROM change WHERE old_state IN ('delivered', 'cancelled') AND new_state <> old_state"),
        said,
      ).toEqual([])
      expect(
        await count(`SELECT * FROM change WHERE new_epoch < old_epoch OR new_number < old_number
      OR (old_state = 'pending' AND new_state = 'sending' AND new_epoch <> old_epoch + 1)`),
        said,
      ).toEqual([])
      expect(
        await count(`SELECT delivery_id FROM delivery_send WHERE started_at IS NOT NULL AND resolved_at IS NULL
      AND outcome IS DISTINCT FROM 'refused' AND outcome IS DISTINCT FROM 'unsent' GROUP BY 1 HAVING count(*) > 1`),
        said,
      ).toEqual([])
      // Every send start has its row, every change its step in the history, and no row has disappeared. Deliveries of the other test
      // are verified, too, but do not change.
      expect(
        (
          await world.owner.query('SELECT FROM delivery_send WHERE started_at IS NOT NULL AND delivery_id = ANY ($1)', [
            ids,
          ])
        ).rowCount,
        said,
      ).toBe(passed.length)
      expect((await count('SELECT FROM change WHERE new_state <> old_state')).length, said).toBe(
        (
          await count(
            "SELECT FROM delivery_event WHERE delivery_id = ANY (SELECT id FROM change WHERE new_state <> old_state) AND event <> 'created' AND from_state <> to_state",
          )
        ).length,
      )
      expect((await world.owner.query('SELECT FROM delivery WHERE id = ANY ($1)', [ids])).rowCount, said).toBe(
        ids.length,
      )
    },
    fullRun ? 1_200_000 : 300_000,
  )
})

async function openWorld() {
  const grading = await openGrading()
  const { ownerPool, owner, database } = grading
  /** Makes the lease of a delivery expire now. */
  const expire = (deliveryId: string) =>
    ownerPool.query(
      "UPDATE delivery SET lease_until = clock_timestamp() - interval '1 ms' WHERE id = $1 AND state = 'sending'",
      [deliveryId],
    )
  const dueAtOnce = (deliveryId: string) =>
    owner.query(
      "UPDATE delivery SET not_before = clock_timestamp() WHERE id = $1 AND state = 'pending' AND not_before > clock_timestamp()",
      [deliveryId],
    )
  const lease = () => leaseDelivery(database, { workerId: randomUUID(), leaseS: 60 })
  /** Any step that a worker may try with a current or an expired lease. */
  async function workerStep(
    chance: () => number,
    key: LeaseKey,
    reference: Reference | null,
    onPassed: () => void = () => {},
  ): Promise<readonly [got: boolean, expected: boolean]> {
    const { deliveryId, epoch } = key
    const outcome = outcomes[Math.floor(chance() * outcomes.length)] ?? 'ambiguous'
    const say = (got: boolean, expected: boolean | undefined) => [got, expected ?? got] as const
    switch (Math.floor(chance() * 9)) {
      case 0:
        return say(
          await returnToPending(database, { deliveryId, epoch, kind: 'unreachable', delayMs: 0, isFailure: true }),
          reference?.returnToPending(epoch),
        )
      case 1:
        return say(
          await refuseBeforeStart(database, {
            deliveryId,
            epoch,
            kind: 'verification_refused',
            seen: null,
            status: 404,
          }),
          reference?.refuseBeforeStart(epoch),
        )
      case 2:
        return say(
          await confirmByReadBack(database, { deliveryId, epoch, ...aShownGrade, sendNumber: 1 }),
          reference?.confirmByReadBack(epoch),
        )
      case 3:
        return say(
          await recordUnsent(database, { deliveryId, epoch, ...aRecord, delayMs: 0 }),
          reference?.recordUnsent(epoch),
        )
      case 4:
      case 5:
        return say(
          await recordOutcome(database, { deliveryId, epoch, ...aRecord, outcome }),
          reference?.recordOutcome(epoch, outcome),
        )
      default: {
        const passed = await startSend(database, { deliveryId, epoch, openLeaseS: 65 })
        if (passed) onPassed()
        return say(passed, reference?.startSend(epoch))
      }
    }
  }
  /** Records that the mark of this send is seen upstream, even if no verification is due. */
  async function readBack(deliveryId: string, sendNumber: number): Promise<boolean> {
    const found = await ownerPool.query<{ verification_epoch: number }>(
      'SELECT verification_epoch FROM delivery WHERE id = $1',
      [deliveryId],
    )
    return await recordReadBack(database, {
      state: 'ambiguous',
      deliveryId,
      verificationEpoch: found.rows[0]?.verification_epoch ?? 0,
      sendNumber,
      ...aShownGrade,
    })
  }
  const rowOf = (deliveryId: string) =>
    grading.one<{ state: string; epoch: number; number: number; started: boolean; history: string }>(
      `
  SELECT state, epoch, send_number AS number, started_at IS NOT NULL AS started,
    (SELECT to_state FROM delivery_event WHERE delivery_id = delivery.id ORDER BY id DESC LIMIT 1) AS history
  FROM delivery WHERE id = $1`,
      [deliveryId],
    )
  /** Records every change of every row by a trigger. */
  async function watch(): Promise<void> {
    await owner.query(`
      CREATE TABLE change (at serial, id uuid, old_state text, new_state text, old_epoch int, new_epoch int, old_number int, new_number int);
      CREATE FUNCTION watch() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN
          INSERT INTO change (id, old_state, new_state, old_epoch, new_epoch, old_number, new_number)
          VALUES (OLD.id, OLD.state, NEW.state, OLD.epoch, NEW.epoch, OLD.send_number, NEW.send_number);
          RETURN NULL;
        END $$;
      CREATE TRIGGER watch AFTER UPDATE ON delivery FOR EACH ROW EXECUTE FUNCTION watch()`)
  }
  return { ...grading, expire, dueAtOnce, lease, workerStep, readBack, rowOf, watch }
}

const outcomes = ['delivered', 'refused', 'ambiguous'] as const
const words = ['delivered', 'send_again', 'cancelled'] as const
const states = ['ambiguous', 'cancelled', 'delivered', 'pending', 'refused', 'sending']
