import { listApprovals } from '@laurel/contract/approvals'
import { listBudgets } from '@laurel/contract/budgets'
import { listPredefinedMessages, listRewardInfos, listShippingOptions } from '@laurel/contract/catalog'
import { getCompanyBalance } from '@laurel/contract/company-balance'
import { listPaymentProviders } from '@laurel/contract/orders'
import { listRecipientLists } from '@laurel/contract/recipient-lists'
import type { Intent } from '@laurel/domain/guide/understand'
import { formatCents, formatDollars } from '@laurel/domain/money'
import { REWARD_TYPES } from '@laurel/domain/reward-type'
import { ToolRefused } from '../call-tools.ts'
import { orderAsked, orderLink } from './answer-orders.ts'
import { ask, EXAMPLES, offerLinks, type Question, say } from './guide-question.ts'
import { messageFor } from './messages.ts'

/** Answers about the site and its rules. */
export const SITE_ANSWERS = {
  explain_status: explainStatuses,
  pay_by_check: (question) => answerPayment(question, 'self_hosted_check'),
  pay_by_bank: (question) => answerPayment(question, 'self_hosted_bank'),
  pay_methods: answerPaymentMethods,
  fees: answerFees,
  limits: answerLimits,
  delivery_times: answerDeliveryTimes,
  card_types: answerCardTypes,
  budgets: answerBudgets,
  approvals: answerApprovals,
  draft_message: answerMessage,
  find_list: answerLists,
  cancel_order: answerCancel,
  documents: answerDocuments,
  balance: answerBalance,
  upload_list: answerUpload,
  refunds: answerRefunds,
  contact: answerContact,
  about_guide: answerAbout,
  small_talk: answerSmallTalk,
} as const satisfies Partial<Record<Intent, (question: Question) => Promise<void>>>

async function explainStatuses(question: Question) {
  const { i18n } = question
  await say(question, i18n.t('An order goes through these steps:'))
  await question.add({
    type: 'facts',
    facts: [
      {
        title: i18n.t('Awaiting approval'),
        text: i18n.t('A colleague has to approve it. Nothing is charged yet.'),
      },
      {
        title: i18n.t('Pending payment'),
        text: i18n.t('We’re waiting for your check, transfer, or bank debit.'),
      },
      { title: i18n.t('In review'), text: i18n.t('It’s paid, and we check it before its cards are made.') },
      { title: i18n.t('Approved'), text: i18n.t('Cards are being made and sent.') },
      { title: i18n.t('Shipped'), text: i18n.t('All cards have been sent, or are with the carrier.') },
      { title: i18n.t('Rejected'), text: i18n.t('It was declined or canceled. What you paid is refunded.') },
    ],
  })
}

async function answerPayment(question: Question, code: 'self_hosted_check' | 'self_hosted_bank') {
  const { i18n, tools } = question
  const methods = await tools(listPaymentProviders)
  const method = methods.find(({ method_code }) => method_code === code)
  if (method === undefined) {
    await say(
      question,
      code === 'self_hosted_check'
        ? i18n.t('This site doesn’t take checks.')
        : i18n.t('This site doesn’t take bank transfers.'),
    )
    return answerPaymentMethods(question)
  }
  await say(
    question,
    code === 'self_hosted_check'
      ? i18n.t(
          'At checkout, choose “{title}” and place the order. Its page then has the address, a reference, and a remittance slip to print. We start once the check arrives.',
          { title: method.title },
        )
      : i18n.t(
          'At checkout, choose “{title}” and place the order. Its page then has the account and a reference. We start once the transfer arrives.',
          { title: method.title },
        ),
  )
  if (method.instructions) await say(question, method.instructions)
  if (question.slots.orderNumber !== undefined) {
    const order = await orderAsked(question)
    if (order) return offerLinks(question, orderLink(i18n, order))
  }
  await offerLinks(question, { label: i18n.t('Check out'), page: 'checkout' })
}

async function answerPaymentMethods(question: Question) {
  const { i18n, tools } = question
  const methods = await tools(listPaymentProviders)
  await say(question, i18n.t('You choose how to pay at checkout:'))
  await question.add({
    type: 'facts',
    facts: methods.map(({ title, instructions }) => ({ title, text: instructions })),
  })
  await say(question, i18n.t('If your company has a balance or pays on invoice, checkout shows that, too.'))
}

async function answerFees(question: Question) {
  const { i18n, site, tools } = question
  const options = await tools(listShippingOptions)
  const { digital, direct, bulk } = site.card_fee_cents
  const fee = (cents: number) => (cents === 0 ? i18n.t('Free') : formatCents(cents))
  await say(question, i18n.t('An order costs the value on its cards, a fee per card, and delivery.'))
  await question.add({
    type: 'facts',
    facts: [
      { title: i18n.t('Fee per digital card'), text: fee(digital) },
      { title: i18n.t('Fee per direct card'), text: fee(direct) },
      { title: i18n.t('Fee per bulk card'), text: fee(bulk) },
      ...options.map(({ service, price_cents, per }) => ({
        title: service,
        text:
          per === 'recipient' && price_cents > 0
            ? i18n.t('{price} per card', { price: fee(price_cents) })
            : fee(price_cents),
      })),
    ],
  })
  await ask(question, EXAMPLES.price)
}

async function answerLimits(question: Question) {
  const { i18n, site } = question
  const { min_value_cents, max_value_cents, max_quantity, max_recipients, max_order_cents } = site.limits
  await say(
    question,
    i18n.t('A card can have {min} to {max}. An order can total up to {order}.', {
      min: formatDollars(min_value_cents),
      max: formatDollars(max_value_cents),
      order: formatDollars(max_order_cents),
    }),
  )
  await say(
    question,
    i18n.t('A list can have up to {people, number} people, and a bulk design up to {cards, number} cards.', {
      people: max_recipients,
      cards: max_quantity,
    }),
  )
}

async function answerDeliveryTimes(question: Question) {
  const { i18n, tools } = question
  const [infos, options] = await Promise.all([tools(listRewardInfos), tools(listShippingOptions)])
  await say(question, i18n.t('Cards are made once the order is paid and reviewed. Then:'))
  await question.add({
    type: 'facts',
    facts: REWARD_TYPES.flatMap((type) => {
      const info = infos.find(({ name }) => name === type)
      const of = options.filter(({ reward_type }) => reward_type === type)
      const days = of
        .filter(({ max_days }) => max_days > 0)
        .map(({ service, min_days, max_days }) =>
          i18n.t('{service}: {min, number} to {max, number} days', { service, min: min_days, max: max_days }),
        )
      return info ? [{ title: i18n.t(info.title), text: [i18n.t(info.arrives), ...days].join(' · ') }] : []
    }),
  })
  await say(question, i18n.t('Digital cards can be emailed on a day and at a time that you choose.'))
}

async function answerCardTypes(question: Question) {
  const { i18n, tools } = question
  const infos = await tools(listRewardInfos)
  await say(question, i18n.t('There are three kinds of cards:'))
  await question.add({
    type: 'facts',
    facts: infos.map(({ title, description }) => ({ title: i18n.t(title), text: i18n.t(description) })),
  })
  await offerLinks(question, { label: i18n.t('Design a card'), page: 'design' })
}

async function answerBudgets(question: Question) {
  const { i18n, tools } = question
  const budgets = await tools(listBudgets)
  if (budgets.length === 0) return say(question, i18n.t('No budget applies to your orders.'))
  await say(question, i18n.t('This is left in the current period:'))
  await question.add({
    type: 'facts',
    facts: budgets.slice(0, 8).map(({ name, left_cents, amount_cents }) => ({
      title: name,
      text: i18n.t('{left} of {amount}', {
        left: formatCents(left_cents),
        amount: formatCents(amount_cents),
      }),
    })),
  })
  await offerLinks(question, { label: i18n.t('Budgets'), page: 'budgets' })
}

async function answerApprovals(question: Question) {
  const { i18n, tools } = question
  const [waiting, own] = await Promise.all([
    tools(listApprovals, { query: { show: 'waiting', page_size: 5 } }),
    tools(listApprovals, { query: { show: 'own', page_size: 5 } }),
  ])
  await say(
    question,
    i18n.t(
      'Your company’s rules say which orders need an approval. Checkout names who is asked before you send it.',
    ),
  )
  await say(
    question,
    i18n.t(
      '{count, plural, =0 {No request is waiting for you.} one {# request is waiting for you.} other {# requests are waiting for you.}}',
      {
        count: waiting.count,
      },
    ),
  )
  const open = own.results.filter(({ state }) => state === 'open')
  if (open.length > 0) {
    await question.add({
      type: 'facts',
      facts: open.map(({ name, amount_cents }) => ({
        title: name,
        text: i18n.t('Your request for {amount} is waiting.', { amount: formatCents(amount_cents) }),
      })),
    })
  }
  await offerLinks(question, { label: i18n.t('Approvals'), page: 'approvals' })
}

async function answerMessage(question: Question) {
  const { i18n, tools } = question
  const messages = await tools(listPredefinedMessages)
  const { chosen, others } = messageFor(question.text, messages)
  if (chosen === undefined)
    return say(
      question,
      i18n.t('This site has no suggested messages. Write your own when you design the card.'),
    )
  await say(
    question,
    i18n.t('Here’s a message for “{occasion}”. You can change it:', { occasion: i18n.t(chosen.occasion) }),
  )
  await question.add({ type: 'draft_text', text: i18n.t(chosen.text) })
  if (others.length > 0) {
    const questions = others.slice(0, 3).map(({ occasion }) => ({
      label: i18n.t('Message for {occasion}', { occasion: i18n.t(occasion) }),
      text: `Write a message for ${occasion}`,
    }))
    await question.add({ type: 'questions', questions })
  }
}

async function answerLists(question: Question) {
  const { i18n, slots, tools } = question
  const lists = await tools(listRecipientLists)
  if (lists.length === 0) {
    await say(question, i18n.t('You have no lists yet. Save people to a list to use them again.'))
    return offerLinks(question, { label: i18n.t('Lists'), page: 'recipients' })
  }
  const named = slots.list ? lists.filter(({ name }) => name.toLowerCase().includes(slots.list!)) : []
  const shown = named.length > 0 ? named : lists
  await say(
    question,
    slots.list && named.length === 0
      ? i18n.t('I couldn’t find a list called “{name}”. These are your lists:', { name: slots.list })
      : i18n.t('{count, plural, one {This is the list:} other {These are the lists:}}', {
          count: shown.length,
        }),
  )
  await question.add({
    type: 'facts',
    facts: shown.slice(0, 8).map(({ name, people_count }) => ({
      title: name,
      text: i18n.t('{count, plural, one {# person} other {# people}}', { count: people_count }),
    })),
  })
  await offerLinks(question, { label: i18n.t('Lists'), page: 'recipients' })
}

async function answerCancel(question: Question) {
  const { i18n } = question
  const order = await orderAsked(question)
  if (order === undefined) return
  await say(
    question,
    i18n.t(
      'You can cancel an order that awaits approval, waits for a check or transfer, or is in review and paid by your company. Its page then has the button. I don’t cancel orders myself.',
    ),
  )
  await offerLinks(question, orderLink(i18n, order))
}

async function answerDocuments(question: Question) {
  const { i18n } = question
  const order = await orderAsked(question)
  if (order === undefined) return
  await say(
    question,
    i18n.t(
      'An order’s page has its invoice, its receipt once it’s paid, and the remittance slip for checks. You enter a PO number at checkout, and the invoice shows it.',
    ),
  )
  await offerLinks(question, orderLink(i18n, order))
}

async function answerBalance(question: Question) {
  const { i18n, tools } = question
  try {
    const { balance_cents } = await tools(getCompanyBalance)
    await say(question, i18n.t('Your company’s balance is {amount}.', { amount: formatCents(balance_cents) }))
    await say(
      question,
      i18n.t('People with permission top it up on its page. Orders are paid from it at once.'),
    )
  } catch (cause) {
    if (!(cause instanceof ToolRefused)) throw cause
    return say(question, i18n.t('Your role in your company doesn’t show its balance. Ask an admin.'))
  }
  await offerLinks(question, { label: i18n.t('Balance'), page: 'balance' })
}

async function answerUpload(question: Question) {
  const { i18n } = question
  await say(
    question,
    i18n.t(
      'Upload a CSV or Excel file, or paste rows, when you add people to a card or a list. Columns can be First name, Last name, Email, Address, City, State, ZIP, and Amount. We check each row and show what to fix.',
    ),
  )
  await offerLinks(question, { label: i18n.t('Lists'), page: 'recipients' })
}

async function answerRefunds(question: Question) {
  const { i18n } = question
  if (question.slots.orderNumber !== undefined) {
    const order = await orderAsked(question)
    if (order === undefined) return
    await say(
      question,
      order.refunded_cents > 0
        ? i18n.t('{amount} of order {number} was refunded.', {
            amount: formatCents(order.refunded_cents),
            number: order.number,
          })
        : i18n.t('Nothing of order {number} was refunded.', { number: order.number }),
    )
    await offerLinks(question, orderLink(i18n, order))
  }
  await say(
    question,
    i18n.t(
      'If an order is declined or canceled, we refund what you paid to the payment it came from. For cards that weren’t claimed, write to us.',
    ),
  )
  await answerContact(question)
}

async function answerContact(question: Question) {
  const { i18n, site } = question
  const { support_email: address, support_phone: phone, support_hours: hours } = site
  await say(question, i18n.t('Our team helps you:'))
  await question.add({
    type: 'facts',
    facts: [
      { title: i18n.t('Email'), text: address },
      { title: i18n.t('Phone'), text: [phone, hours && i18n.t(hours)].filter(Boolean).join(', ') },
    ].filter(({ text }) => text !== ''),
  })
  if (address) await offerLinks(question, { label: i18n.t('Email us'), page: 'email', address })
}

export async function answerAbout(question: Question) {
  const { i18n } = question
  await say(
    question,
    i18n.t(
      'I’m a guide with fixed answers, not a person and not a language model. I see what you see, and what you write stays here.',
    ),
  )
  await say(
    question,
    i18n.t(
      'I plan and price orders, find orders and cards, explain statuses, and suggest messages. I never pay or send anything: you confirm each step.',
    ),
  )
  await sayLanguage(question)
  await ask(question, EXAMPLES.plan, EXAMPLES.order, EXAMPLES.check, EXAMPLES.message)
}

async function answerSmallTalk(question: Question) {
  await say(question, question.i18n.t('Hi. Ask me about orders, cards, prices, or dates.'))
  await sayLanguage(question)
}

/** Answers are in the reader’s language; what is understood is English. */
export async function sayLanguage(question: Question) {
  const { i18n } = question
  if (!i18n.locale.startsWith('en')) {
    await say(
      question,
      i18n.t('I answer in your language, but so far I only understand questions in English.'),
    )
  }
}
