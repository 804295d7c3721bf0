const { BASE_URL, COURSE_ID, API_TOKEN } = process.env

const reply = await fetch(`${BASE_URL}/api/v1/courses/${COURSE_ID}/settings`, {
  headers: { Authorization: `Token ${API_TOKEN}` },
  signal: AbortSignal.timeout(30_000),
})
if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
const settings = (await reply.json()) as { name: string; graders: { userId: number; languages: string[] }[] }
console.log(reply.headers.get('ETag'), settings.name, settings.graders)
