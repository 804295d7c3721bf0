import type { SystemWorld } from '@course-grading/test-system/world'
import { describeInBrowser } from '@course-grading/test-kit/browser'
import { expect } from 'vitest'
import { annotate, fieldOf, it, retype, statusOf, type TakenWork, untilNext } from '../essays.fixture.ts'

describeInBrowser('a service that restarts while somebody types', () => {
  it.for(['frontend', 'web'] as const)(
    'is waited for, and everything is saved by itself: %s',
    async (which, { site, essays }) => {
      await essays.handIn(1)
      const { page, work } = await essays.open(103)
      await retype(page, 'Feedback', 'Before, ')
      await site[which].end()
      await page.keyboard.type('meanwhile, ')
      await statusOf(page, 'Offline').waitFor()
      await annotate(page, 2, 'An annotation.')
      await retype(page, 'Comment', 'A comment.')
      await site[which].start()
      await fieldOf(page, 'Feedback').press('Control+End')
      await page.keyboard.type('and after it.')
      await statusOf(page, /^Saved \d/).waitFor()
      expect(await essays.stored(work)).toMatchObject({
        body: 'Before, meanwhile, and after it.',
        comment: 'A comment.',
        annotations: ['2: An annotation.'],
      })
      await page.getByRole('radio', { name: 'Clear functions' }).click()
      await page.getByRole('button', { name: 'Complete and next' }).click()
      await untilNext(page, work)
      expect(await essays.stored(work)).toMatchObject({ state: 'completed', level: 'good' })
      await page.context().close()
    },
  )
})

describeInBrowser('frontend-internal killed', () => {
  it('while a save is under way loses nothing of it, and saves it once', async ({ site, essays, world, teacher }) => {
    const { page, work } = await essays.open(103)
    const blocked = await block(world, work)
    await retype(page, 'Feedback', 'Under way, ')
    await blocked.untilReached()
    await site.frontend.end('SIGKILL')
    await blocked.end()
    await page.keyboard.type('typed on, ')
    await statusOf(page, 'Offline').waitFor()
    await site.frontend.start()
    await page.keyboard.type('and saved.')
    await statusOf(page, /^Saved \d/).waitFor()
    expect(await page.getByRole('button', { name: 'Keep mine' }).count()).toBe(0)
    expect(await essays.stored(work)).toMatchObject({ body: 'Under way, typed on, and saved.' })
    const { body: history } = await teacher.listAssessmentHistory({ params: { id: work.assessmentId } })
    expect(history.items.map(({ event }) => event).sort()).toEqual(['claimed', 'feedback_saved'])
    await page.context().close()
  })

  it('while a completion is under way completes once, and goes on', async ({ site, essays, world, teacher }) => {
    await essays.handIn(1)
    const { page, work } = await essays.open(103)
    await page.getByRole('radio', { name: 'Clear functions' }).click()
    await statusOf(page, /^Saved \d/).waitFor()
    const blocked = await block(world, work)
    await page.getByRole('button', { name: 'Complete and next' }).click()
    await blocked.untilReached()
    await site.frontend.end('SIGKILL')
    await blocked.end()
    await page.getByRole('alert').filter({ hasText: 'Press Complete again' }).waitFor()
    await site.frontend.start()
    await page.getByRole('button', { name: 'Complete and next' }).click()
    await untilNext(page, work)
    const { body: history } = await teacher.listAssessmentHistory({ params: { id: work.assessmentId } })
    expect(history.items.filter(({ event }) => event === 'completed')).toHaveLength(1)
    await page.context().close()
  })
})

/** Lets whatever writes the assessment wait in the database. */
async function block(world: SystemWorld, { assessmentId }: TakenWork) {
  await world.query('BEGIN')
  await world.query('SELECT FROM assessment WHERE id = $1 FOR UPDATE', [assessmentId])
  const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))'
  return {
    untilReached: () => expect.poll(async () => (await world.query(waiting)).rowCount).not.toBe(0),
    end: () => world.query('ROLLBACK'),
  }
}
