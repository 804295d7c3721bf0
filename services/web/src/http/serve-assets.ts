import { nameRoute } from '@course-grading/http-kit'
import type Router from '@koa/router'
import type { Assets } from './assets.ts'

const forGood = 'public, max-age=31536000, immutable'

export function serveAssets(router: Router, assets: Assets): void {
  for (const { path, mediaType, content } of [assets.style, assets.icon]) {
    router.get(path, (ctx) => {
      nameRoute(ctx, 'asset')
      ctx.set('Cache-Control', forGood)
      ctx.type = mediaType
      ctx.body = content
    })
  }
}
