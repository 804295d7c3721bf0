import { tokenOf } from '@course-grading/test-system/world'
import type { Page } from 'playwright-core'
import type { Site } from './world.fixture.ts'

/** Opens a course from the menu of the platform, as the person does there. With scripts, the page of the platform goes on by itself. */
export async function launchIn(
  page: Page,
  { platformUrl }: Pick<Site, 'platformUrl'>,
  userId: number,
  course = 'Programming 1',
): Promise<void> {
  await page.goto(platformUrl)
  const person = page.getByRole('listitem').filter({ hasText: tokenOf(userId) })
  await person.getByRole('button', { name: course, exact: true }).click()
  const onwards = page.getByRole('button', { name: 'Open Course grading' })
  if (await onwards.isVisible()) await onwards.click().catch(() => {})
  await page.waitForURL((url) => url.origin !== new URL(platformUrl).origin)
}
