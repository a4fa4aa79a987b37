import { createHmac, timingSafeEqual } from 'node:crypto'
import { isHostedPage } from '@laurel/domain/payment-method'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inSite } from '../../database/in-site.ts'
import { isAmong } from '../../http/address-ranges.ts'
import { recordRefusal } from '../audit/audited-refusals.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { findPaymentByTransaction } from '../payments/payments.repo.ts'
import type { Sites } from '../sites/sites.service.ts'
import { verifyAttempt } from './verify-attempt.ts'

/** The provider counts a report as failed when its answer lacks this. */
const CONFIRMATION = 'LAUREL-HAS-IT'
const MAX_BYTES = 64 * 1024

/** Where the provider reports a site's transactions to, and how it proves itself: kept nowhere, derived. */
export type ReportAccess = { path: string; user: string; password: string; confirmation: string }

export function reportAccess(dataSeal: Buffer, siteSlug: string): ReportAccess {
  const derive = (purpose: string) =>
    createHmac('sha256', dataSeal)
      .update(`payment-report:${purpose}:${siteSlug}`)
      .digest('base64url')
      .slice(0, 32)
  return {
    path: `/api/v1/payment_provider_reports/${derive('path')}/`,
    user: siteSlug,
    password: derive('password'),
    confirmation: CONFIRMATION,
  }
}

/** A page's public address, on the shop's own port. */
export function siteAddress(publicOrigin: string, host: string, path: string): string {
  const address = new URL(path, publicOrigin)
  address.hostname = host
  return address.href
}

/**
 * The provider's own report of a transaction (its Export Script), server to server. It is a hint and no
 * more: whatever it says, the provider is asked, as when the buyer comes back.
 */
export async function providerReportRoute(app: FastifyInstance, kit: PaymentKit & { sites: Sites }) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // ISO-8859-1 with its percent signs: the one field that is read is plain ASCII.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, new URLSearchParams(body.toString('latin1'))),
    )
    scope.post(
      '/api/v1/payment_provider_reports/:key/',
      { config: { limit: 'report' } },
      async (request, reply) => {
        const site = await kit.sites.readByHost(request.hostname)
        const access = reportAccess(kit.keys.dataSeal, site.slug)
        if (!same(request.url.split('?')[0] ?? '', access.path)) return reply.code(404).send()
        const refused = (reason: string) =>
          recordRefusal(kit, {
            ...{ siteId: site.id, actor: 'provider', event: 'payment.report_refused', subject: '' },
            reason: `${reason}, from ${request.ip}`,
          })
        if (!isAmong(request.ip, kit.config.payment.reportsFrom)) {
          await refused('wrong address')
          return reply.code(403).send()
        }
        if (!same(request.headers.authorization ?? '', basic(access))) {
          await refused('wrong login')
          return reply.code(401).header('www-authenticate', 'Basic realm="reports"').send()
        }
        const transactionId = reportedTransaction(request)
        const payment =
          transactionId === undefined
            ? undefined
            : await inSite(kit.pool, site.id, (db) => findPaymentByTransaction(db, site.id, transactionId))
        if (payment !== undefined && isHostedPage(payment.method_code)) {
          // Not to be had now is no loss: the minute's sweep asks again.
          await verifyAttempt(kit, site, payment.id, 'provider').catch((cause) =>
            request.log.warn(
              { payment: payment.id, reason: String(cause) },
              'A reported payment could not be asked about',
            ),
          )
        }
        return reply.type('text/plain').header('cache-control', 'no-store').send(CONFIRMATION)
      },
    )
  })
}

function reportedTransaction({ body }: FastifyRequest): string | undefined {
  const id = body instanceof URLSearchParams ? body.get('ssl_merchant_txn_id') : null
  return id !== null && /^[0-9a-f]{32}$/.test(id) ? id : undefined
}

function basic({ user, password }: ReportAccess): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

function same(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => createHmac('sha256', 'compare').update(text).digest())
  return timingSafeEqual(a!, b!)
}
