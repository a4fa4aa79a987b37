import { listApprovals } from '@laurel/contract/approvals'
import { listBudgets } from '@laurel/contract/budgets'
import { listPredefinedMessages, listRewardInfos, listShippingOptions } from '@laurel/contract/catalog'
import { getCompanyBalance } from '@laurel/contract/company-balance'
import { listPaymentProviders } from '@laurel/contract/orders'
import { listRecipientLists } from '@laurel/contract/recipient-lists'
import { travelTime } from '@laurel/domain/arrival'
import type { Intent } from '@laurel/domain/guide/understand'
import { formatCents, formatDollars } from '@laurel/domain/money'
import { REWARD_TYPES } from '@laurel/domain/reward-type'
import { ToolRefused } from '../call-tools.ts'
import { orderAsked, orderLink } from './answer-orders.ts'
import { showLists } from './answer-plan.ts'
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
  await say(question, i18n.t('Here’s what each status means:'))
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
      { title: i18n.t('In review'), text: i18n.t('It’s paid, and we review it before we issue its cards.') },
      { title: i18n.t('Approved'), text: i18n.t('We’re issuing and sending its cards.') },
      { title: i18n.t('Shipped'), text: i18n.t('All of its cards have been emailed or shipped.') },
      {
        title: i18n.t('Rejected'),
        text: i18n.t('It was declined or canceled. We refund anything you paid.'),
      },
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
          'At checkout, choose “{title}” and place the order. The order’s page then shows where to mail the check, your reference, and a remittance slip to print. We start once the check arrives.',
          { title: method.title },
        )
      : i18n.t(
          'At checkout, choose “{title}” and place the order. The order’s page then shows our bank account and your reference. We start once the transfer arrives.',
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
  await say(question, i18n.t('You can choose how to pay at checkout:'))
  await question.add({
    type: 'facts',
    facts: methods.map(({ title, instructions }) => ({ title, text: instructions })),
  })
  await say(
    question,
    i18n.t('If your company has a balance or pays on invoice, you’ll see that at checkout, too.'),
  )
}

async function answerFees(question: Question) {
  const { i18n, site, tools } = question
  const options = await tools(listShippingOptions)
  const { digital, direct, bulk } = site.card_fee_cents
  const fee = (cents: number) => (cents === 0 ? i18n.t('Free') : formatCents(cents))
  await say(question, i18n.t('An order’s total is the value on its cards, a fee per card, and delivery.'))
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
    i18n.t('A card can be worth {min} to {max}. An order can total up to {order}.', {
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
  await say(question, i18n.t('We issue cards once the order is paid and reviewed. After that:'))
  await question.add({
    type: 'facts',
    facts: REWARD_TYPES.flatMap((type) => {
      const info = infos.find(({ name }) => name === type)
      const of = options.filter(({ reward_type }) => reward_type === type)
      const days = of
        .filter(({ max_days }) => max_days > 0)
        .map(
          ({ service, min_days, max_days }) =>
            `${service}: ${travelTime(i18n, { minDays: min_days, maxDays: max_days })}`,
        )
      return info ? [{ title: i18n.t(info.title), text: [i18n.t(info.arrives), ...days].join(' · ') }] : []
    }),
  })
  await say(question, i18n.t('You can choose the day and time digital cards are emailed.'))
}

async function answerCardTypes(question: Question) {
  const { i18n, tools } = question
  const infos = await tools(listRewardInfos)
  await say(question, i18n.t('You can order these kinds of cards:'))
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
  await say(question, i18n.t('Here’s what’s left for the current period:'))
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
      'Your company’s rules decide which orders need approval. Checkout shows who approves an order before you send it.',
    ),
  )
  await say(
    question,
    i18n.t(
      '{count, plural, =0 {No requests are waiting for you.} one {# request is waiting for you.} other {# requests are waiting for you.}}',
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
        text: i18n.t('Your request for {amount} is waiting for approval.', {
          amount: formatCents(amount_cents),
        }),
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
      i18n.t('This site doesn’t have any suggested messages. Write your own when you design the card.'),
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
    await say(question, i18n.t('You don’t have any lists yet. Save people to a list to use it again.'))
    return offerLinks(question, { label: i18n.t('Lists'), page: 'recipients' })
  }
  const named = slots.list ? lists.filter(({ name }) => name.toLowerCase().includes(slots.list!)) : []
  const shown = named.length > 0 ? named : lists
  await say(
    question,
    slots.list && named.length === 0
      ? i18n.t('I couldn’t find a list called “{name}”. Here are your lists:', { name: slots.list })
      : i18n.t('{count, plural, one {Here’s the list:} other {Here are the lists:}}', {
          count: shown.length,
        }),
  )
  await showLists(question, shown)
}

/** Says where an order’s page has something, with a link to the page. */
async function pointToOrder(question: Question, text: string) {
  const order = await orderAsked(question)
  if (order === undefined) return
  await say(question, text)
  await offerLinks(question, orderLink(question.i18n, order))
}

function answerCancel(question: Question) {
  return pointToOrder(
    question,
    question.i18n.t(
      'You can cancel an order that’s awaiting approval, waiting for a check or transfer, or in review and paid by your company. I can’t cancel it for you, but the order’s page has a button.',
    ),
  )
}

function answerDocuments(question: Question) {
  return pointToOrder(
    question,
    question.i18n.t(
      'An order’s page has its invoice, its receipt once it’s paid, and the remittance slip for checks. If you enter a PO number at checkout, it’s on the invoice.',
    ),
  )
}

async function answerBalance(question: Question) {
  const { i18n, tools } = question
  try {
    const { balance_cents } = await tools(getCompanyBalance)
    await say(question, i18n.t('Your company’s balance is {amount}.', { amount: formatCents(balance_cents) }))
    await say(
      question,
      i18n.t('People with permission can top it up. Orders paid from the balance are paid immediately.'),
    )
  } catch (cause) {
    if (!(cause instanceof ToolRefused)) throw cause
    return say(question, i18n.t('Your role can’t see your company’s balance. Ask an admin.'))
  }
  await offerLinks(question, { label: i18n.t('Balance'), page: 'balance' })
}

async function answerUpload(question: Question) {
  const { i18n } = question
  await say(
    question,
    i18n.t(
      'When you add people to a card or a list, you can upload a CSV or Excel file or paste rows. Columns can be First name, Last name, Email, Address, City, State, ZIP, and Amount. We check each row and show you what to fix.',
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
        ? i18n.t('We refunded {amount} of order {number}.', {
            amount: formatCents(order.refunded_cents),
            number: order.number,
          })
        : i18n.t('Order {number} hasn’t been refunded.', { number: order.number }),
    )
    await offerLinks(question, orderLink(i18n, order))
  }
  await say(
    question,
    i18n.t(
      'If an order is declined or canceled, we refund the original payment. For cards that weren’t claimed, contact us.',
    ),
  )
  await answerContact(question)
}

async function answerContact(question: Question) {
  const { i18n, site } = question
  const { support_email: address, support_phone: phone, support_hours: hours } = site
  await say(question, i18n.t('Our team can help:'))
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
      'I’m a guide with fixed answers, not a person or a language model. I see only what you can see, and what you write stays here.',
    ),
  )
  await say(
    question,
    i18n.t(
      'I can plan and price orders, find orders and cards, explain statuses, and suggest messages. I never pay for or send anything unless you confirm it.',
    ),
  )
  await sayLanguage(question)
  await ask(question, EXAMPLES.plan, EXAMPLES.order, EXAMPLES.check, EXAMPLES.message)
}

async function answerSmallTalk(question: Question) {
  await say(question, question.i18n.t('Hi! Ask me about orders, cards, prices, or dates.'))
  await sayLanguage(question)
}

/** Answers are in the reader’s language, but the guide only understands English. */
export async function sayLanguage(question: Question) {
  const { i18n } = question
  if (!i18n.locale.startsWith('en')) {
    await say(
      question,
      i18n.t('I answer in your language, but I only understand questions in English so far.'),
    )
  }
}
