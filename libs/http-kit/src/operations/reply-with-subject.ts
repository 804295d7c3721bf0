/** Makes the handler of an operation that replies with nothing but its subject, which `authorize` has read. */
export const replyWithSubject =
  <Subject, Reply extends object>(toReply: (subject: Subject) => Reply) =>
  async ({ subject }: { readonly subject: Subject }) => ({ status: 200 as const, ...toReply(subject) })
