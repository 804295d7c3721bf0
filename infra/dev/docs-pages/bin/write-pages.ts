import { resolve } from 'node:path'
import { writeSitePages } from '../src/site-pages.ts'

writeSitePages(resolve(import.meta.dirname, '../../../..'))
