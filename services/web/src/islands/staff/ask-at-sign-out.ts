interface SignOut {
  /** What the browser keeps. */
  readonly keeper: { readonly all: () => Promise<readonly unknown[]> }
  /** Saves what can be saved. */
  readonly save: () => Promise<unknown>
}

/** Signing out, and another person's signing in, erase what this browser keeps. If some text is not saved, the person is asked first. */
export function askAtSignOut({ keeper, save }: SignOut): void {
  let isAsking = false
  const signOut = async (form: HTMLFormElement): Promise<void> => {
    if (isAsking) return
    isAsking = true
    await save()
    const left = await keeper.all()
    isAsking = false
    if (left.length === 0 || confirm(form.dataset['erasesText'])) form.submit()
  }
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-erases-text]'))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void signOut(form)
    })
}
