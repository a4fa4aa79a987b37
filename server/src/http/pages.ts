import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { Refusal } from '@laurel/domain/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kit } from '../kit.ts'
import { isPreviewed } from './access.ts'
import { makeLimitPage, makePage, type PageKit } from './html-page.ts'
import { serveCrawlers } from './link-preview.ts'
import { visitorOf } from './origin.ts'
import type { RequestLimits } from './request-limits.ts'
import { serveSiteIcons } from './site-icons.ts'
import { makeVisitorPages } from './visitor-pages.ts'

const WEB = fileURLToPath(new URL('../../../web/dist/', import.meta.url))
const DEMO_BRANDS = fileURLToPath(new URL('../../assets/demo/', import.meta.url))

const SETUP_PAGE = '/setup/'

/**
 * The built web app, the demo's logos, and the single page for every other path.
 *
 * @param isEmpty whether the installation isn't set up yet
 * @param cardOnPage the card behind a recipient's link
 * @param readLanding a site's texts on its home page
 */
export async function siteFilesAndPages(
  app: FastifyInstance,
  { sites, social, config, pool, staffPools, files }: Kit,
  limits: RequestLimits,
  isEmpty: () => Promise<boolean>,
  cardOnPage: PageKit['cardOnPage'],
  readLanding: Parameters<typeof makeVisitorPages>[1],
) {
  await app.register(fastifyStatic, { root: DEMO_BRANDS, prefix: '/brand/', maxAge: '1h', index: false })
  const built = existsSync(`${WEB}index.html`)
  if (built) {
    await app.register(fastifyStatic, {
      root: WEB,
      prefix: '/',
      decorateReply: false,
      index: false,
      wildcard: false,
      setHeaders: (reply, path) => {
        // Vite puts a content hash in the name of everything under assets/.
        const forever = path.includes('/assets/') || path.includes('/fonts/')
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
      globIgnore: ['index.html'],
    })
  }
  const page = built
    ? makePage({
        sites,
        isPreviewed: (site, request) => isPreviewed({ pool, staffPools, limits }, site, request),
        indexFile: `${WEB}index.html`,
        config,
        social,
        cardOnPage,
        visitorPages: makeVisitorPages(WEB, readLanding),
        formOrigins: config.payment.urls ? [new URL(config.payment.urls.pageUrl).origin] : [],
        storageOrigin: files.direct?.origin,
      })
    : undefined

  serveSiteIcons(app, sites)
  serveCrawlers(app, sites)
  const limitPage = makeLimitPage({ sites })

  const answerOther = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!
    const isCall = path.startsWith('/api/') || path.startsWith('/identity') || page === undefined
    try {
      limits.count('network', visitorOf(request))
    } catch (cause) {
      if (isCall || !(cause instanceof Refusal)) throw cause
      return limitPage(request, reply, Number(cause.facts.seconds))
    }
    if (isCall) {
      throw new Refusal(knowsPath(app, path) ? 'method_not_allowed' : 'not_found')
    }
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (!isPage) throw new Refusal('method_not_allowed')
    if (/\.\w{2,5}$/.test(path)) throw new Refusal('not_found')
    // Nothing else can be shown before there is a site.
    if (path !== SETUP_PAGE && (await isEmpty())) return reply.redirect(SETUP_PAGE)
    return page(request, reply)
  }
  app.setNotFoundHandler(answerOther)
  // A route, because only answers of routes are compressed.
  app.get('/*', answerOther)
}

function knowsPath(app: FastifyInstance, path: string): boolean {
  const concrete = path.replaceAll(/\/\d+(?=\/|$)/g, '/:id')
  const urls = new Set([path, concrete, concrete.replace('/:id', '/:order_id')])
  return (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).some((method) =>
    [...urls].some((url) => {
      const found = app.findRoute({ method, url })
      // Not the route of pages, which has every path.
      return found !== null && !('*' in (found.params ?? {}))
    }),
  )
}
