import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Manifests, parseManifests } from './objects.ts'
import { type OverlayName, Overlays } from './overlays.ts'

const folder = mkdtempSync(join(tmpdir(), 'kubernetes-'))
const overlays = new Overlays(folder)
const render = (name: OverlayName): Manifests => parseManifests(overlays.render(name))

/** What kubectl would apply of each overlay. Rendered once for all test files that share a process. */
export const rendered: Readonly<Record<OverlayName, Manifests>> = {
  demo: render('demo'),
  production: render('production'),
  recovery: render('recovery'),
}

const former = parseManifests(overlays.secrets('course-grading'))

/** The name of each overlay's cluster of the database, and the Secrets that apply-secrets.sh would apply for it. */
export const clusters: Readonly<Record<OverlayName, { readonly name: string; readonly secrets: Manifests }>> = {
  demo: { name: 'course-grading', secrets: former },
  production: { name: 'course-grading', secrets: former },
  recovery: { name: 'course-grading-2', secrets: parseManifests(overlays.secrets('course-grading-2')) },
}
rmSync(folder, { recursive: true })

/** An overlay as it would be with an edit. */
export function edited(overlay: OverlayName, right: string, wrong: string): Manifests {
  const { text } = rendered[overlay]
  if (!text.includes(right)) throw new Error(`${overlay} has no ${right}`)
  return parseManifests(text.replace(right, wrong))
}
