import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changed, openLaunchedWeb, signed } from './launch.fixture.ts'

const { launch } = await openLaunchedWeb()

it('200 generated launches sign in, and not once a field is changed', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 })
  const fields = fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fields, fc.nat(), async (extra, place) => {
      const form = signed({ extra: extra.map(([name, value]) => [`custom_${name}`, value]) })
      expect((await launch(form)).status).toBe(303)
      const [name] = form[place % form.length] ?? ['']
      expect((await launch(changed(form, name, 'changed'))).status).not.toBe(303)
    }),
    { numRuns: 200 },
  )
})
