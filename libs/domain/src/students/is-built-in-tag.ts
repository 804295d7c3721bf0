/** Tags that the learning platform gives to everybody, by where their account is from. They tell graders nothing. */
const builtInTags: readonly string[] = ['user-internal', 'user-external']

export const isBuiltInTag = (slug: string): boolean => builtInTags.includes(slug)
