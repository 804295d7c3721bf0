interface Settings extends Record<string, unknown> {
  name: string
  revision: number
}
interface Refused {
  error: { code: string; message: string; issues: { path: string; code: string; message: string }[] }
}
const { BASE_URL, COURSE_ID, API_TOKEN } = process.env
const url = `${BASE_URL}/api/v1/courses/${COURSE_ID}/settings`
const Authorization = `Token ${API_TOKEN}`

const read = await fetch(url, { headers: { Authorization }, signal: AbortSignal.timeout(30_000) })
if (!read.ok) throw new Error(`${read.status} ${await read.text()}`)
const { revision, courseId, tags, ltiLoginUrl, ...change } = (await read.json()) as Settings

const written = await fetch(url, {
  method: 'PUT',
  headers: { Authorization, 'Content-Type': 'application/json', 'If-Match': `"${revision}"` },
  body: JSON.stringify({ ...change, name: 'Programming 1, autumn' }),
  signal: AbortSignal.timeout(30_000),
})
if (!written.ok) {
  const { error } = (await written.json()) as Refused
  throw new Error(`${written.status} ${error.code}: ${error.message} ${JSON.stringify(error.issues)}`)
}
console.log('written as revision', ((await written.json()) as Settings).revision)
