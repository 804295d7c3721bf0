/** The handler of an operation that replies with its subject and nothing else: all that was to be read, `authorize` has read. */
export const replyWithSubject =
  <Subject, Reply extends object>(toReply: (subject: Subject) => Reply) =>
  async ({ subject }: { readonly subject: Subject }) => ({ status: 200 as const, ...toReply(subject) })
