import { modulesOf } from '../modules.ts'
import type { Rule } from '../rule.ts'

const silencer =
  /(oxlint|eslint|biome|prettier)-(disable|ignore)|@ts-(ignore|expect-error|nocheck)|ast-grep-ignore|Stryker (disable|restore)|(v8|c8|istanbul) ignore/

/** No comment switches a check off. A rule that is wrong somewhere is changed for all code. */
export const noCheckIsSilenced: Rule = (tree) =>
  modulesOf(tree).flatMap(({ path, comments }) =>
    comments
      .flatMap(({ value }) => silencer.exec(value)?.[0] ?? [])
      .map((words) => `${path}: ${words} switches a check off`),
  )
