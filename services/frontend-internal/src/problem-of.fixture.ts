/** Status and code of a refusal, and each field error as `path code`. */
export async function refusalOf(answer: Response): Promise<unknown[]> {
  const { code, fieldErrors = [] } = (await answer.json()) as {
    code?: string
    fieldErrors?: { path: string; code: string }[]
  }
  return [answer.status, code, ...fieldErrors.map((issue) => `${issue.path} ${issue.code}`)]
}
