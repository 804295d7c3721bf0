import { publicDocumentText } from '@course-grading/contracts/openapi/public-document'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deliveryTransitions } from '@course-grading/data/testing/delivery-transitions'
import { stateDiagram } from './concepts/state-diagrams.ts'
import { submissionTransitions } from './concepts/submission-transitions.ts'
import { commandPage } from './operators/command-pages.ts'
import { metricPage } from './operators/metric-pages.ts'
import { variablePage } from './operators/variable-pages.ts'
import { type Page, pageText } from './page.ts'
import { publicDocument, publicDocumentPath } from './reference/document.ts'
import { errorPages } from './reference/error-pages.ts'
import { operationPages } from './reference/operation-pages.ts'
import { schemaPages } from './reference/schema-pages.ts'
import { settingsCommandPage } from './scripts/command-page.ts'

/** Every page that follows from the code. */
export function sitePages(root: string): Page[] {
  return [
    ...operationPages(publicDocument, join(root, 'docs/examples')),
    ...schemaPages(publicDocument),
    ...errorPages(publicDocument),
    variablePage(),
    metricPage(root),
    commandPage(root),
    settingsCommandPage(),
    changelogPage(root),
  ]
}

function changelogPage(root: string): Page {
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const body = text.replace(/^# .*\n/, '')
  return {
    path: 'project/changelog',
    title: 'Changelog',
    description: 'What the product can do, by version.',
    order: 9,
    body,
  }
}

/** Folders that hold written pages alone; elsewhere written pages stand beside those of people. */
const ownFolders = ['reference', 'errors']

/** Writes all of them into the site's sources, with the drawings and the raw document of the public API. */
export function writeSitePages(root: string): void {
  const pagesFolder = join(root, 'docs/src/content/docs')
  const put = (file: string, text: string): void => {
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
  }
  for (const folder of ownFolders) rmSync(join(pagesFolder, folder), { recursive: true, force: true })
  for (const page of sitePages(root)) put(join(pagesFolder, `${page.path}.md`), pageText(page))
  put(join(root, 'docs/generated/submission-states.svg'), stateDiagram('States of a submission', submissionTransitions))
  put(join(root, 'docs/generated/delivery-states.svg'), stateDiagram('States of a delivery', deliveryTransitions))
  put(join(root, 'docs/public', publicDocumentPath), publicDocumentText)
}
