import { defineConfig } from 'astro/config'
import starlight from '@astrojs/starlight'
import starlightLinksValidator from 'starlight-links-validator'

const folder = (label, directory) => ({ label, items: [{ autogenerate: { directory } }] })

export default defineConfig({
  // The address is the operator's, so no page names it.
  trailingSlash: 'always',
  devToolbar: { enabled: false },
  integrations: [
    starlight({
      title: 'Course grading',
      description: 'Manual grading on top of A+: documentation for teachers who script and for operators.',
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
