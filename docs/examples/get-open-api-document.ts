const reply = await fetch(`${process.env.BASE_URL}/api/v1/openapi.json`, { signal: AbortSignal.timeout(30_000) })
const { info, paths } = (await reply.json()) as { info: { version: string }; paths: Record<string, object> }
console.log(info.version, ...Object.keys(paths))
