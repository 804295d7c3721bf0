// After the build: writes the policy that the server sends with every page, beside the pages.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contentSecurityPolicy, scriptHashes } from './policy.mjs'

const site = fileURLToPath(new URL('../dist/site', import.meta.url))
writeFileSync(new URL('../dist/policy.txt', import.meta.url), contentSecurityPolicy(scriptHashes(site)))
