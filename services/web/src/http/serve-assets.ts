import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Asset, Assets } from '../deps/assets.ts'

const forGood = 'public, max-age=31536000, immutable'

export function serveAssets(router: Router, { style, icon, scripts }: Assets): void {
  for (const asset of [style, icon, ...scripts]) {
    router.get('asset', asset.path, (ctx) => {
      ctx.set('Cache-Control', forGood)
      ctx.type = asset.mediaType
      ctx.body = contentFor(ctx, asset)
    })
  }
}

function contentFor(ctx: RouterContext, { content, encoded }: Asset): Buffer {
  if (encoded === undefined) return content
  ctx.vary('Accept-Encoding')
  const coding = (['br', 'gzip'] as const).find((each) => ctx.acceptsEncodings(each) === each)
  if (coding === undefined) return content
  ctx.set('Content-Encoding', coding)
  return encoded[coding]
}
