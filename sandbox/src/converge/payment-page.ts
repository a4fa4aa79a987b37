import { type Html, html } from '../page/html.ts'
import { dollarsFromCents } from './amount.ts'
import { DECLINED_CENTS, TEST_ACCOUNTS, TEST_CARDS } from './outcomes.ts'
import type { FormCheck } from './payment-form.ts'
import type { Terminal } from './terminals.ts'
import type { PaymentRequest } from './token-request.ts'

export type PaymentView = {
  token: string
  terminal: Terminal
  request: PaymentRequest
  /** The previous input, kept while a field is corrected. */
  typed: Record<string, string>
  check?: FormCheck
  testExpiry: string
}

type Field = { name: string; label: string; hint?: string; complete?: string; max: number }

function errorOf({ check }: PaymentView, name: string): Html {
  const error = check?.errors[name]
  return html`${error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`}`
}

function faulty({ check }: PaymentView, name: string): Html {
  return html`${
    check?.errors[name] !== undefined && html` aria-invalid="true" aria-describedby="${name}-error"`
  }`
}

function textField(view: PaymentView, { name, label, hint, complete, max }: Field): Html {
  return html`<div class="field"><label for="${name}">${label}</label>
<input type="text" id="${name}" name="${name}" value="${view.typed[name] ?? ''}" inputmode="numeric" maxlength="${max}"
autocomplete="${complete ?? 'off'}" placeholder="${hint ?? ''}" required${faulty(view, name)}>${errorOf(view, name)}</div>`
}

function cardFields(view: PaymentView): Html {
  return html`
${textField(view, { name: 'ssl_card_number', label: 'Card number', complete: 'cc-number', max: 23 })}
<div class="pair">
${textField(view, { name: 'ssl_exp_date', label: 'Expiry date', hint: 'MM/YY', complete: 'cc-exp', max: 7 })}
${textField(view, { name: 'ssl_cvv2cvc2', label: 'Security code', complete: 'cc-csc', max: 4 })}
</div>`
}

function bankFields(view: PaymentView): Html {
  const choices = [
    ['0', 'Personal'],
    ['1', 'Business'],
  ] as const
  const chosen = view.typed.ssl_bank_account_type ?? '1'
  const kind = 'ssl_bank_account_type'
  return html`
${textField(view, { name: 'ssl_aba_number', label: 'Routing number', max: 11 })}
${textField(view, { name: 'ssl_bank_account_number', label: 'Account number', max: 20 })}
<div class="field"><label for="${kind}">Account type</label>
<select id="${kind}" name="${kind}"${faulty(view, kind)}>${choices.map(
    ([value, name]) => html`<option value="${value}"${chosen === value && html` selected`}>${name}</option>`,
  )}</select>${errorOf(view, kind)}</div>
<div class="field"><label class="check"><input type="checkbox" id="ssl_agree" name="ssl_agree" value="1" required${faulty(view, 'ssl_agree')}${
    view.typed.ssl_agree === '1' && html` checked`
  }><span>I allow ${view.terminal.name} to debit this account once for ${dollarsFromCents(view.request.amountCents)}.</span></label>${errorOf(view, 'ssl_agree')}</div>`
}

function fillButton(values: Record<string, string>, name: string, label: string): Html {
  return html`<li><button type="button" data-fill="${JSON.stringify(values)}"><b>${name}</b><span>${label}</span></button></li>`
}

function testFills({ request, testExpiry }: PaymentView): Html[] {
  if (request.kind === 'ecspurchase') {
    return TEST_ACCOUNTS.map(({ aba, account, label }) =>
      fillButton(
        { ssl_aba_number: aba, ssl_bank_account_number: account, ssl_agree: '1' },
        `Account …${account.slice(-4)}`,
        label,
      ),
    )
  }
  return TEST_CARDS.map(({ number, brand, label }) =>
    fillButton(
      {
        ssl_card_number: number,
        ssl_exp_date: testExpiry,
        ssl_cvv2cvc2: /^3[47]/.test(number) ? '1234' : '123',
      },
      `${brand} …${number.slice(-4)}`,
      label,
    ),
  )
}

/** Fills in a test card with one click, focuses the first invalid field, and prevents a second click on Pay. */
export const PAYMENT_SCRIPT = `
const form = document.getElementById('payment')
document.getElementById('tests').hidden = false
for (const button of document.querySelectorAll('[data-fill]')) {
  button.addEventListener('click', () => {
    for (const [name, value] of Object.entries(JSON.parse(button.dataset.fill))) {
      const field = form.elements[name]
      if (field.type === 'checkbox') field.checked = true
      else field.value = value
      field.removeAttribute('aria-invalid')
      document.getElementById(name + '-error')?.remove()
    }
    document.querySelector('.problem')?.remove()
    pay.focus()
  })
}
document.querySelector('[aria-invalid]')?.focus()
const pay = document.getElementById('pay')
form.addEventListener('submit', () => setTimeout(() => { pay.disabled = true }))
addEventListener('pageshow', () => { pay.disabled = false })
`

/** The page a customer pays on: amount and invoice first, then the fields, then pay or cancel. */
export function paymentPage(view: PaymentView): Html {
  const { request, terminal, token } = view
  const dollars = dollarsFromCents(request.amountCents)
  const isCard = request.kind === 'ccsale'
  const wrong = Object.keys(view.check?.errors ?? {}).length
  return html`<div class="stack-l">
<p class="note">This is a sandbox. No money moves, and nothing you enter here leaves this machine. Use a test ${
    isCard ? 'card' : 'account'
  }, not a real one.</p>
<section class="panel stack-l">
<div class="stack"><h1>Pay ${terminal.name}</h1>
<div class="due"><span class="muted">Amount due</span><span class="amount">${dollars}</span></div>
<dl class="facts">${request.invoiceNumber !== '' && html`<dt>Invoice</dt><dd>${request.invoiceNumber}</dd>`}${
    request.description !== '' && html`<dt>Description</dt><dd>${request.description}</dd>`
  }<dt>Paid by</dt><dd>${isCard ? 'Card' : 'Bank account (ACH)'}</dd></dl></div>
${
  wrong > 0 &&
  html`<p class="problem" role="alert">${wrong === 1 ? 'One field needs' : `${wrong} fields need`} a correction. Nothing was charged.</p>`
}
<form id="payment" class="stack" method="post" action="/converge/hosted-payments/pay" novalidate>
<input type="hidden" name="ssl_txn_auth_token" value="${token}">
${isCard ? cardFields(view) : bankFields(view)}
<button class="button main" id="pay">Pay ${dollars}</button>
</form>
<form method="post" action="/converge/hosted-payments/cancel">
<input type="hidden" name="ssl_txn_auth_token" value="${token}">
<button class="button plain">Cancel and return</button>
</form>
</section>
<section id="tests" class="stack" hidden><h2>Test ${isCard ? 'cards' : 'accounts'}</h2>
<ul class="fills">${testFills(view)}</ul>
<p class="small muted">An amount that ends in .${String(DECLINED_CENTS).padStart(2, '0')} is always declined. Any other valid number is approved.</p></section>
</div>`
}

/** Shown if there's nothing to pay here, with the way back if it's known. */
export function noticePage(title: string, text: string, backUrl?: string): Html {
  return html`<section class="panel stack"><h1>${title}</h1><p>${text}</p>${
    backUrl !== undefined && html`<a class="button plain" href="${backUrl}">Return to the shop</a>`
  }</section>`
}

/** Posts the result to the merchant; without JavaScript, the customer clicks the button. */
export function returnForm(returnUrl: string, fields: Record<string, string>): Html {
  return html`<section class="panel stack"><h1>Back to the shop</h1><p>Your payment was sent.</p>
<form id="return" class="stack" method="post" action="${returnUrl}">${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="button main">Continue</button></form></section>`
}
