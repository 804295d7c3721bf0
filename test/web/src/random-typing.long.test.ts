import { describeInBrowser } from '@course-grading/test-kit/browser'
import { expect } from 'vitest'
import { goTo, it } from './essays.fixture.ts'
import { disturbSaves, gradeAtRandom, notedOn, noteTypingOn, type Planned, randomOf } from './random-grader.fixture.ts'
import type { Teacher } from './world.fixture.ts'

describeInBrowser(
  'thirty submissions graded at random speed, with saves that are late, refused or not answered',
  () => {
    it.concurrent.for([
      [1, 101],
      [2, 103],
    ] as const)(
      'keep each what was typed for it, character by character: seed %i',
      { timeout: 600_000 },
      async ([seed, userId], { site, essays, teacher }) => {
        await essays.handIn(31)
        const random = randomOf(seed)
        const page = await site.signedIn(userId, { javaScriptEnabled: true })
        await goTo(page, (await essays.take(userId)).url)
        await noteTypingOn(page)
        await disturbSaves(page, random)
        const graded: Planned[] = []
        for (let number = 1; number <= 30; number += 1) graded.push(await gradeAtRandom(page, random, number))
        const { typed, conflicts } = await notedOn(page)
        expect(conflicts).toEqual([])
        for (const planned of graded) {
          const stored = await storedOf(teacher, planned.id)
          const { 'scores/structure/levelId': level, ...written } = typed[planned.id] ?? {}
          expect(stored).toMatchObject({ level, ...written })
          const { texts, annotations } = planned
          expect(typedIn(stored, planned)).toEqual({ ...completed, texts, annotations: annotations.toSorted() })
        }
        await page.context().close()
      },
    )
  },
)

const completed = { state: 'completed', level: 'good' }

/** By the names of the fields. */
async function storedOf(teacher: Teacher, id: string): Promise<Record<string, string>> {
  const { body: assessment } = await teacher.getAssessment({ params: { id } })
  const { body: feedback } = await teacher.getFeedback({ params: { id: assessment.feedbackId } })
  const { structure, quality } = assessment.scores
  const annotations = Object.entries(feedback.annotations).map(([key, { body }]) => [`annotations/${key}/body`, body])
  return {
    state: assessment.state,
    body: feedback.body,
    privateNote: assessment.privateNote,
    level: structure?.levelId ?? '',
    'scores/structure/comment': structure?.comment ?? '',
    'scores/quality/comment': quality?.comment ?? '',
    ...Object.fromEntries(annotations),
  }
}

const templates = /^(?:Hei \{\{studentName\}\}! Sait .* pistettä|Hello \{\{studentName\}\}! You got .* points)\.\n\n/

/** What was typed while completing ran may stand at the end of one text, where the page stayed. */
function typedIn({ state, level, body = '', ...stored }: Readonly<Record<string, string>>, { afterwards }: Planned) {
  expect(body).toMatch(templates)
  const late = new RegExp(`[${afterwards}]*$`)
  const texts = Object.entries({ ...stored, body: body.replace(templates, '') }).map(
    ([name, text]) => [name, text.replace(late, '')] as const,
  )
  const isOfText = ([name]: readonly [string, string]): boolean => !name.startsWith('annotations/')
  return {
    state,
    level,
    texts: Object.fromEntries(texts.filter(isOfText)),
    // Their ids are the page's own.
    annotations: texts
      .filter((each) => !isOfText(each))
      .map(([, text]) => text)
      .sort(),
  }
}
