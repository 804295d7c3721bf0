import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Program, type ProgramName, programs } from '@course-grading/bundle'

/**
 * A program with what is in its image. That of the documentation gets a site of two pages, written below the folder, because the site
 * itself has tests of its own.
 */
export function programWithSite(name: ProgramName, folder: string): Program {
  if (name !== 'docs') return programs[name]
  const site = join(folder, 'site-of-docs')
  mkdirSync(join(site, 'site'), { recursive: true })
  writeFileSync(join(site, 'policy.txt'), "default-src 'none'")
  for (const page of ['index', '404']) writeFileSync(join(site, `site/${page}.html`), page)
  return { ...programs.docs, assets: programs.docs.assets.map((asset) => ({ ...asset, folder: site })) }
}
