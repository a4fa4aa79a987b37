import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Faults } from '../faults/faults.ts'
import { readFields } from '../form-fields.ts'
import { sendPage } from '../page/frame.ts'
import { readTerminal } from './credentials.ts'
import { cancelUrl, sendBack, withFields } from './customer-return.ts'
import { sendErrorPage } from './error-page.ts'
import { ConvergeError } from './errors.ts'
import { runExportScript } from './export-script.ts'
import { checkForm } from './payment-form.ts'
import { noticePage, PAYMENT_SCRIPT, type PaymentView, paymentPage } from './payment-page.ts'
import type { Books } from './process-xml.ts'
import { forwardedFields } from './response-fields.ts'
import type { SessionState, Sessions } from './sessions.ts'
import { takePayment } from './take-payment.ts'
import { type PaymentRequest, readPaymentRequest } from './token-request.ts'
import { writeTxn } from './xml.ts'

const DUPLICATE_TIMEOUT_MS = 5_000

const NOTICES = {
  used: ['This payment is done', 'This link was already used. You won’t be charged again.'],
  expired: ['This payment page has expired', 'It stays open for 15 minutes. Nothing was charged.'],
} as const satisfies Partial<Record<SessionState, [string, string]>>

/** The hosted payment page: a merchant requests a token, a customer pays with it. */
export function hostedRoutes(app: FastifyInstance, books: Books, sessions: Sessions, faults: Faults) {
  const { terminals, ledger, now } = books

  app.post('/converge/hosted-payments/transaction_token', (request, reply) => {
    if (faults.take('converge', 'token_5xx'))
      return reply.code(503).type('text/plain').send('Service Unavailable')
    if (faults.take('converge', 'token_html')) return sendErrorPage(reply)
    const fields = readFields(request.body)
    try {
      const terminal = readTerminal(terminals, fields)
      return reply.type('text/plain').send(sessions.mint(readPaymentRequest(terminal, fields)))
    } catch (cause) {
      if (!(cause instanceof ConvergeError)) throw cause
      return reply.code(400).type('text/xml').send(writeTxn(cause.fields))
    }
  })

  function stateShown(state: SessionState): SessionState {
    if (faults.take('converge', 'token_expired')) return 'expired'
    return faults.take('converge', 'token_used') ? 'used' : state
  }

  /** The payment of a token that can still be paid; otherwise the customer sees why it can't. */
  function openPayment(reply: FastifyReply, token: string): { view: PaymentView } | { told: FastifyReply } {
    const found = sessions.find(token)
    const terminal = terminals.find((one) => one.merchantId === found?.request.merchantId)
    if (!found || !terminal) {
      const body = noticePage('There’s nothing to pay here', 'Start the payment again from the shop.')
      return { told: sendPage(reply, 404, { title: 'Nothing to pay', narrow: true, body }) }
    }
    const state = stateShown(found.state)
    if (state !== 'open') {
      const [title, text] = NOTICES[state]
      const body = noticePage(title, text, cancelUrl(found.request))
      return { told: sendPage(reply, 410, { title, narrow: true, body }) }
    }
    const testExpiry = `12/${String(now().getFullYear() + 2).slice(-2)}`
    return { view: { token, terminal, request: found.request, typed: {}, testExpiry } }
  }

  function showPayment(reply: FastifyReply, status: number, view: PaymentView) {
    return sendPage(reply, status, {
      title: `Pay ${view.terminal.name}`,
      narrow: true,
      body: paymentPage(view),
      script: PAYMENT_SCRIPT,
      // A form's policy also applies to the redirect after it.
      formOrigins: [new URL(view.request.returnUrl).origin],
    })
  }

  function openPage(reply: FastifyReply, source: unknown) {
    const opened = openPayment(reply, readFields(source).ssl_txn_auth_token ?? '')
    return 'told' in opened ? opened.told : showPayment(reply, 200, opened.view)
  }
  app.get('/converge/hosted-payments', (request, reply) => openPage(reply, request.query))
  app.post('/converge/hosted-payments', (request, reply) => openPage(reply, request.body))

  app.post('/converge/hosted-payments/pay', async (request, reply) => {
    const typed = readFields(request.body)
    const opened = openPayment(reply, typed.ssl_txn_auth_token ?? '')
    if ('told' in opened) return opened.told
    const { terminal, token } = opened.view

    const check = checkForm(opened.view.request.kind, typed, now())
    if (Object.keys(check.errors).length > 0) {
      return showPayment(reply, 422, { ...opened.view, typed: { ...typed, ssl_cvv2cvc2: '' }, check })
    }
    // No await between this and recording the payment, so two clicks make one payment.
    const payment = sessions.consume(token)
    if (!payment) throw new Error('an open token could not be used')
    const transaction = takePayment(ledger, faults, payment, check.number, now())

    if (faults.take('converge', 'capture_then_timeout')) {
      const body = noticePage('The bank took too long', 'We don’t know yet whether the payment went through.')
      return sendPage(reply, 504, { title: 'No answer', narrow: true, body })
    }
    const fields = forwardedFields(terminal, transaction)
    const late = faults.take('converge', 'late_export')
    if (late) setTimeout(() => runExportScript(terminal, transaction), late.ms).unref()
    else await runExportScript(terminal, transaction)
    if (faults.take('converge', 'return_html')) return sendErrorPage(reply)
    if (faults.take('converge', 'duplicate_return')) {
      await Promise.all([runExportScript(terminal, transaction), returnOnceMore(payment, fields)])
    }
    return sendBack(reply, terminal, payment, fields)
  })

  app.post('/converge/hosted-payments/cancel', (request, reply) => {
    const opened = openPayment(reply, readFields(request.body).ssl_txn_auth_token ?? '')
    if ('told' in opened) return opened.told
    const { terminal, request: payment } = opened.view
    return sendBack(reply, terminal, payment, payment.custom)
  })
}

/** Calls the return address like a browser that goes back and forth; the answer doesn't matter. */
async function returnOnceMore(payment: PaymentRequest, fields: Record<string, string>) {
  const signal = AbortSignal.timeout(DUPLICATE_TIMEOUT_MS)
  await fetch(withFields(payment.returnUrl, fields), { redirect: 'manual', signal }).catch(() => undefined)
}
