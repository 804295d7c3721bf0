import { FrontendTransportError } from '@course-grading/frontend-transport'

/** Resolves to what `answer` makes of an error of the boundary. It stays an error where `answer` gives undefined. */
export async function orRefused<Reply>(
  asking: Promise<Reply>,
  answer: (error: FrontendTransportError) => Promise<Reply> | Reply | undefined,
): Promise<Reply> {
  try {
    return await asking
  } catch (error) {
    const answered = error instanceof FrontendTransportError ? answer(error) : undefined
    if (answered === undefined) throw error
    return await answered
  }
}
