import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'astro/config'
import starlight from '@astrojs/starlight'
import starlightLinksValidator from 'starlight-links-validator'

const folder = (label, directory) => ({ label, items: [{ autogenerate: { directory } }] })

/** A table that is wider than its page is scrolled, so somebody without a mouse must be able to reach it. */
const reachableTables = {
  name: 'reachable-tables',
  hooks: {
    'astro:build:done': ({ dir }) => {
      for (const page of globSync('**/*.html', { cwd: dir })) {
        const file = join(fileURLToPath(dir), page)
        writeFileSync(file, readFileSync(file, 'utf8').replaceAll('<table>', '<table tabindex="0">'))
      }
    },
  },
}

export default defineConfig({
  // The address is the operator's, so no page names it.
  trailingSlash: 'always',
  devToolbar: { enabled: false },
  integrations: [
    reachableTables,
    starlight({
      title: 'Course grading',
      description: 'Manual grading on top of A+: documentation for graders, for teachers and for operators.',
      customCss: ['./src/styles/site.css'],
      credits: false,
      pagefind: true,
      lastUpdated: false,
      expressiveCode: {
        minSyntaxHighlightingColorContrast: 5.5,
        defaultProps: { wrap: true },
        frames: { showCopyToClipboardButton: true },
      },
      plugins: [starlightLinksValidator()],
      sidebar: [
        { label: 'What it is', link: '/' },
        folder('Graders', 'graders'),
        folder('Teachers', 'teachers'),
        folder('Scripts for teachers', 'scripts'),
        folder('Reference of the public API', 'reference'),
        folder('Error codes', 'errors'),
        folder('Concepts', 'concepts'),
        folder('Operators', 'operators'),
        folder('The project', 'project'),
        { label: 'Decisions', collapsed: true, items: [{ autogenerate: { directory: 'decisions' } }] },
      ],
    }),
  ],
})
