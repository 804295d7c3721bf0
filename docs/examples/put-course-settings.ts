const { BASE_URL, COURSE_ID, API_TOKEN } = process.env
const url = `${BASE_URL}/api/v1/courses/${COURSE_ID}/settings`
const Authorization = `Token ${API_TOKEN}`

const read = await fetch(url, { headers: { Authorization }, signal: AbortSignal.timeout(30_000) })
if (!read.ok) throw new Error(`${read.status} ${(await read.json()).error.code}`)
const { revision, courseId, tags, ltiLoginUrl, ...change } = await read.json()

const written = await fetch(url, {
  method: 'PUT',
  headers: { Authorization, 'Content-Type': 'application/json', 'If-Match': `"${revision}"` },
  body: JSON.stringify({ ...change, name: 'Programming 1, autumn' }),
  signal: AbortSignal.timeout(30_000),
})
const body = await written.json()
if (!written.ok) throw new Error(`${written.status} ${body.error.code} ${JSON.stringify(body.error.issues)}`)
console.log('written as revision', body.revision)
