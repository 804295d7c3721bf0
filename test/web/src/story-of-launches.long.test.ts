import { launchIn } from './launches.fixture.ts'
import { tellStory } from './story.fixture.ts'

tellStory("the main story, begun at the platform's page", async (site, userId, options) => {
  const page = await site.newPage(options)
  await launchIn(page, site, userId)
  return page
})
