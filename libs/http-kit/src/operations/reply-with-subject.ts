export const replyWithSubject =
  <Subject, Reply extends object>(toReply: (subject: Subject) => Reply) =>
  async ({ subject }: { readonly subject: Subject }) => ({ status: 200 as const, ...toReply(subject) })
