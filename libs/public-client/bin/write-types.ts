import { writeFileSync } from 'node:fs'
import { generatedTypes, typesFile } from '../src/testing/generated-types.ts'

writeFileSync(typesFile, await generatedTypes())
