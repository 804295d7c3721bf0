/**
 * What a teacher writes with the generated types: read with ETag, change, write, and get 412 for a stale revision. It
 * is a text, since it compiles only beside the types that a test generates. Arguments: origin of the service, API
 * token.
 */
export const clientProgram = `import createClient from 'openapi-fetch'
import type { components, paths } from './public-v1.ts'

const [baseUrl = '', token = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Token \${token}\` } })
const path = { courseId: 11 }

const read = await client.GET('/api/v1/courses/{courseId}/settings', { params: { path } })
if (!read.data) throw new Error(read.error.error.code)
const etag = read.response.headers.get('ETag') ?? ''

const { revision, courseId, tags, ltiLoginUrl, ...current } = read.data
const changed: components['schemas']['CourseSettingsUpdateV1'] = {
  ...current,
  name: \`\${current.name}, spring\`,
  listed: false,
}

const write = (ifMatch: string) => client.PUT('/api/v1/courses/{courseId}/settings', {
  params: { path, header: { 'If-Match': ifMatch } },
  body: changed,
})
const written = await write(etag)
const stale = await write(etag)

process.stdout.write(JSON.stringify({
  read: { status: read.response.status, courseId, revision, etag, tags: tags.length, ltiLoginUrl },
  written: { status: written.response.status, etag: written.response.headers.get('ETag'), settings: written.data },
  stale: { status: stale.response.status, data: stale.data, code: stale.error?.error.code, issues: stale.error?.error.issues },
}))
`
