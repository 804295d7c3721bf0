import { tellStory } from './story.fixture.ts'

tellStory('the main story, begun with a token', async (site, userId, options) => {
  const page = await site.signedIn(userId, options)
  await page.getByRole('link', { name: 'Programming 1' }).click()
  return page
})
