import { deliveryStates } from '@course-grading/domain/delivery/delivery-state'
import { deliveryTransitions } from '../testing/delivery-transitions.ts'
import { describe, expect } from 'vitest'
import { it } from '../testing/a-delivery.ts'
import { brokenBy } from '../testing/broken-by.ts'

describe('a delivery', () => {
  it('goes from state to state only as the table of its transitions says', async ({ world }) => {
    const ids = {
      held: await world.held(),
      pending: await world.pending(),
      sending: (await world.leased()).deliveryId,
      delivered: (await world.sent('delivered')).deliveryId,
      refused: (await world.sent('refused')).deliveryId,
      ambiguous: (await world.sent('ambiguous')).deliveryId,
      cancelled: (await world.sent('refused')).deliveryId,
    }
    await world.resolve(ids.cancelled, 'cancelled')
    const allowed: string[] = []
    for (const from of deliveryStates) {
      for (const to of deliveryStates.filter((state) => state !== from)) {
        const broken = await brokenBy(world.owner, set('state = $2'), [ids[from], to])
        if (broken !== 'delivery__state__order') allowed.push(`${from} → ${to}`)
      }
    }
    const listed = deliveryTransitions.filter(({ from }) => from !== 'new').map(({ from, to }) => `${from} → ${to}`)
    expect(allowed.toSorted()).toEqual(listed.toSorted())
  })

  it('cannot leave the state delivered', async ({ world }) => {
    const { deliveryId } = await world.sent('delivered')
    const undone = 'delivered_at = NULL, confirmed_by = NULL, delivered_number = NULL'
    for (const to of [toPending, toSending, toCancelled]) {
      expect(await brokenBy(world.owner, set(`${to}, ${undone}`), [deliveryId])).toBe('delivery__state__order')
    }
  })

  it('cannot leave the state cancelled', async ({ world }) => {
    const { deliveryId } = await world.sent('refused')
    await world.resolve(deliveryId, 'cancelled')
    for (const to of [toPending, toSending, toDelivered]) {
      expect(await brokenBy(world.owner, set(`${to}, cancelled_at = NULL, cancelled_as = NULL`), [deliveryId])).toBe(
        'delivery__state__order',
      )
    }
  })

  it('can become sending only from pending', async ({ world }) => {
    for (const id of [
      await world.held(),
      (await world.sent('ambiguous')).deliveryId,
      (await world.sent('refused')).deliveryId,
    ]) {
      expect(await brokenBy(world.owner, set(toSending), [id])).toBe('delivery__state__order')
    }
  })

  it("that may have been sent cannot become pending or cancelled without proof or a person's decision", async ({
    world,
  }) => {
    const [sending, ambiguous] = [await world.open(), await world.sent('ambiguous')]
    expect(await brokenBy(world.owner, set(toPending), [sending.deliveryId])).toBe('delivery__start__stays')
    expect(await brokenBy(world.owner, set(toPending), [ambiguous.deliveryId])).toBe('delivery__start__stays')
    expect(await brokenBy(world.owner, set(toCancelled), [ambiguous.deliveryId])).toBe('delivery__start__stays')
    expect(await brokenBy(world.owner, set('started_at = NULL'), [sending.deliveryId])).toBe('delivery__start__stays')
  })

  it('cannot have a send start without the row of the send', async ({ world }) => {
    const { deliveryId } = await world.leased()
    expect(await brokenBy(world.owner, set('started_at = now()'), [deliveryId])).toBe('delivery__start__has_send')
  })

  it('cannot return to an older epoch or send number, and needs a new epoch for each lease', async ({ world }) => {
    const [mine, waiting] = [await world.leased(), await world.pending()]
    for (const column of ['epoch', 'verification_epoch', 'send_number']) {
      expect(await brokenBy(world.owner, set(`${column} = ${column} - 1`), [mine.deliveryId])).toBe(
        'delivery__epoch__rises',
      )
    }
    expect(await brokenBy(world.owner, set(toSending.replace('epoch = epoch + 1, ', '')), [waiting])).toBe(
      'delivery__epoch__rises',
    )
  })

  it('cannot move to another result, submission or course', async ({ world }) => {
    const id = await world.pending()
    for (const change of [
      'submission_id = submission_id + 1',
      'result_id = gen_random_uuid()',
      'course_id = course_id + 1',
    ]) {
      expect(await brokenBy(world.owner, set(change), [id])).toBe('delivery__result__fixed')
    }
  })

  it.for([
    ['pending', 'not_before = NULL', 'delivery__not_before'],
    ['pending', 'leased_by = gen_random_uuid()', 'delivery__lease'],
    ['pending', "confirmed_by = 'person'", 'delivery__delivered_at'],
    ['pending', 'cancelled_at = now()', 'delivery__cancelled_at'],
    ['pending', 'next_verification_at = now()', 'delivery__next_verification_at'],
    ['pending', 'ambiguous_at = now()', 'delivery__ambiguous_at'],
    ['pending', 'refused_at = now()', 'delivery__refused_at'],
    ['pending', "kind = 'https://x?token=1'", 'delivery__kind__form'],
    ['pending', 'failures = 1', 'delivery__failures'],
    ['pending', 'overwrite_seen = TRUE', 'delivery__overwrite_seen'],
    ['pending', 'seen_grade = 1', 'delivery__seen'],
    ['pending', 'verified_after_at = now()', 'delivery__verified_after'],
    ['pending', "state = 'lost'", 'delivery__state__order'],
    ['leased', 'lease_until = NULL', 'delivery__lease'],
    ['leased', 'leased_by = NULL', 'delivery__lease'],
    ['ambiguous', 'ambiguous_at = NULL', 'delivery__ambiguous_at'],
    ['ambiguous', 'started_at = NULL', 'delivery__started_at'],
    ['refused', 'refused_at = NULL', 'delivery__refused_at'],
    ['refused', 'kind = NULL', 'delivery__refused__kind'],
    ['delivered', 'delivered_at = NULL', 'delivery__delivered_at'],
    ['delivered', 'delivered_number = 2', 'delivery__delivered_number__range'],
    ['delivered', 'started_at = NULL', 'delivery__answer__of_a_send'],
    ['cancelled', 'cancelled_as = NULL', 'delivery__cancelled_at'],
  ] as const)('in the state %s cannot have: %s', async ([state, change, rule], { world }) => {
    const id = await world.pending()
    if (state !== 'pending') await world.bringTo(id, state)
    expect(await brokenBy(world.owner, set(change), [id])).toBe(rule)
    await world.owner.query(
      "UPDATE delivery SET not_before = not_before + interval '1 day' WHERE id = $1 AND state = 'pending'",
      [id],
    )
  })

  it('cannot be inserted while another delivery of the submission is not final, nor in another state than its first', async ({
    world,
  }) => {
    const id = await world.held()
    const copy = (state: string, epoch: number) => `
      INSERT INTO delivery (id, submission_id, course_id, exercise_id, result_id, state, epoch, send_number, failures, verifications, verification_epoch,
        overwrite_seen, notify, fixture, created_at, updated_at)
      SELECT gen_random_uuid(), submission_id, course_id, exercise_id, result_id, '${state}', ${epoch}, 1, 0, 0, 0, FALSE, FALSE, FALSE, now(), now()
      FROM delivery WHERE id = $1`
    expect(await brokenBy(world.owner, copy('held', 0), [id])).toBe('delivery__unfinished')
    expect(await brokenBy(world.owner, copy('held', 1), [id])).toBe('delivery__state__first')
    expect(await brokenBy(world.owner, copy('delivered', 0), [id])).toBe('delivery__state__first')
  })

  it('cannot be deleted with its result, except for fixtures', async ({ world }) => {
    const real = (await world.sent('delivered')).deliveryId
    const fixture = await world.complete(await world.registered({ fixture: true }), 'held')
    const remove = 'DELETE FROM delivery WHERE id = $1'
    expect(await brokenBy(world.owner, remove, [real])).toBe('delivery__kept')
    expect(await brokenBy(world.owner, remove, [fixture])).toBeNull()
    expect(
      await brokenBy(
        world.owner,
        'DELETE FROM completed_result USING delivery WHERE result_id = completed_result.id AND delivery.id = $1',
        [real],
      ),
    ).toBe('completed_result__kept')
  })
})

describe('a send', () => {
  const add = (number: number) =>
    `INSERT INTO delivery_send (delivery_id, number, epoch, started_at) VALUES ($1, ${number}, 1, now())`

  it('cannot be inserted while another send of the delivery may have arrived, for any recorded outcome of that send', async ({
    world,
  }) => {
    for (const outcome of [null, 'ambiguous', 'delivered'] as const) {
      const { deliveryId } = outcome === null ? await world.open() : await world.sent(outcome)
      expect(await brokenBy(world.owner, add(2), [deliveryId])).toBe('delivery_send__open')
    }
    const [refused, resolved] = [await world.sent('refused'), await world.sent('ambiguous')]
    await world.resolve(resolved.deliveryId, 'send_again')
    expect(await brokenBy(world.owner, add(2), [refused.deliveryId])).toBeNull()
    expect(await brokenBy(world.owner, add(2), [resolved.deliveryId])).toBeNull()
  })

  it('cannot change its epoch, its send start or its outcome', async ({ world }) => {
    const [delivered, ambiguous] = [await world.sent('delivered'), await world.sent('ambiguous')]
    const change = (assignments: string) => `UPDATE delivery_send SET ${assignments} WHERE delivery_id = $1`
    for (const assignments of [
      'epoch = 2',
      'started_at = now()',
      'number = 2',
      "outcome = 'refused'",
      'outcome = NULL',
    ]) {
      expect(await brokenBy(world.owner, change(assignments), [delivered.deliveryId])).toBe('delivery_send__fixed')
    }
    expect(await brokenBy(world.owner, change("outcome = 'unsent'"), [ambiguous.deliveryId])).toBe(
      'delivery_send__fixed',
    )
    await world.resolve(ambiguous.deliveryId, 'cancelled')
    expect(await brokenBy(world.owner, change('resolved_at = NULL, resolved_as = NULL'), [ambiguous.deliveryId])).toBe(
      'delivery_send__fixed',
    )
  })
})

describe('a result', () => {
  it('is the only standing result of its submission, and has points that can be sent', async ({ world }) => {
    const id = await world.held()
    const change = (assignments: string) =>
      `UPDATE completed_result SET ${assignments} FROM delivery WHERE result_id = completed_result.id AND delivery.id = $1`
    expect(await brokenBy(world.owner, change('points = 10.5'), [id])).toBe('completed_result__points__range')
    expect(await brokenBy(world.owner, change('points = -1'), [id])).toBe('completed_result__points__range')
    expect(await brokenBy(world.owner, change('points = 1.005'), [id])).toBe('completed_result__points__two_decimals')
    expect(await brokenBy(world.owner, change("points = 'NaN'"), [id])).toBe('completed_result__points__range')
    expect(await brokenBy(world.owner, change('max_points = 1000001'), [id])).toBe(
      'completed_result__max_points__range',
    )
    expect(
      await brokenBy(
        world.owner,
        `INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_at, fixture,
          assessment_id, rubric_version, rubric_wording, scores, feedback_revision)
      SELECT gen_random_uuid(), submission_id, course_id, exercise_id, 1, 1, '', '{}', now(), FALSE, assessment.id, 0, 0, '{}', 1
      FROM delivery JOIN assessment USING (submission_id, course_id, exercise_id) WHERE delivery.id = $1`,
        [id],
      ),
    ).toBe('completed_result__standing')
  })
})

const set = (assignments: string) => `UPDATE delivery SET ${assignments} WHERE id = $1`
const toPending =
  "state = 'pending', not_before = now(), leased_by = NULL, lease_until = NULL, started_at = NULL, ambiguous_at = NULL, refused_at = NULL, next_verification_at = NULL"
const toSending =
  "state = 'sending', epoch = epoch + 1, leased_by = gen_random_uuid(), lease_until = now(), not_before = NULL, ambiguous_at = NULL, refused_at = NULL, next_verification_at = NULL"
const toDelivered =
  "state = 'delivered', delivered_at = now(), confirmed_by = 'person', delivered_number = 1, not_before = NULL, leased_by = NULL, lease_until = NULL, ambiguous_at = NULL, refused_at = NULL, next_verification_at = NULL"
const toCancelled =
  "state = 'cancelled', cancelled_at = now(), cancelled_as = 'person', not_before = NULL, leased_by = NULL, lease_until = NULL, ambiguous_at = NULL, refused_at = NULL, next_verification_at = NULL"
