/** Status and code of a problem, and each field error as `path code`. */
export async function problemOf(reply: Response): Promise<unknown[]> {
  const { code, fieldErrors = [] } = (await reply.json()) as {
    code?: string
    fieldErrors?: { path: string; code: string }[]
  }
  return [reply.status, code, ...fieldErrors.map((issue) => `${issue.path} ${issue.code}`)]
}
