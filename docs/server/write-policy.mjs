// After the build: writes the policy that the server sends with every page, beside the pages, in the folder that is given.
import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { join } from 'node:path'
import { contentSecurityPolicy, scriptHashes } from './policy.mjs'

const [folder] = process.argv.slice(2)
writeFileSync(join(folder, 'policy.txt'), contentSecurityPolicy(scriptHashes(join(folder, 'site'))))
