import { listBudgets } from '@laurel/contract/budgets'
import { listPredefinedAmounts, listPredefinedMessages, listTemplates } from '@laurel/contract/catalog'
import { planOrder } from '@laurel/contract/conversations'
import { listRecipientLists } from '@laurel/contract/recipient-lists'
import type { OutputOf } from '@laurel/contract/wire-types'
import { dayIn } from '@laurel/domain/day-in'
import type { Slots } from '@laurel/domain/guide/slots'
import { localMoment } from '@laurel/domain/local-moment'
import { formatCents, formatDollars } from '@laurel/domain/money'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Block, Kept } from '../conversations.repo.ts'
import { ask, EXAMPLES, offerLinks, type Question, say, type Template } from './guide-question.ts'
import { messageFor } from './messages.ts'

type Plan = OutputOf<'planOrder'>
type List = OutputOf<'listRecipientLists'>[number]
type Note = Extract<Block, { type: 'plan' }>['notes'][number]

const SEND_AT = '09:00'

/**
 * Plans an order from the messages so far, or asks for the first thing that’s missing.
 *
 * @returns what it asked for
 */
export async function answerPlan(question: Question): Promise<Kept['asked']> {
  const { i18n, slots, tools } = question
  const list = await listAsked(question)
  if (list === 'none') return undefined
  const count = list?.people_count ?? slots.count
  if (count === undefined) {
    await say(question, i18n.t('How many people will get a card? You can also name one of your lists.'))
    await ask(question, EXAMPLES.people)
    return 'count'
  }
  if (count === 0) {
    await say(question, i18n.t('The list “{name}” has no people yet.', { name: list?.name ?? '' }))
    await offerLinks(question, { label: i18n.t('Lists'), page: 'recipients' })
    return undefined
  }
  if (slots.cents === undefined) {
    const amounts = await tools(listPredefinedAmounts)
    await say(question, i18n.t('How much should be on each card?'))
    await ask(question, ...amounts.slice(0, 4).map(({ value_cents }) => formatDollars(value_cents)))
    return 'cents'
  }
  await sayPlan(question, { cents: slots.cents, count, list, type: slots.rewardType ?? 'digital' })
  return undefined
}

/** @returns the colleague who shared a list */
function ownerOf({ shared }: List): string | undefined {
  return shared === null || shared.is_own ? undefined : shared.by
}

function titleOfList(list: List): string {
  const owner = ownerOf(list)
  return owner === undefined ? list.name : `${list.name} (${owner})`
}

/** @returns `none` if no list or several lists match. The answer then says so */
async function listAsked(question: Question): Promise<List | 'none' | undefined> {
  const { i18n, slots, text, tools } = question
  if (slots.list === undefined && slots.count !== undefined) return undefined
  const lists = await tools(listRecipientLists)
  const wanted = slots.list
  const sentence = text.toLowerCase()
  const isNamed = ({ name }: List) => {
    const own = name.toLowerCase()
    if (wanted !== undefined) return own === wanted || own.includes(wanted)
    return own.length >= 4 && sentence.includes(own)
  }
  const exact = lists.filter(({ name }) => name.toLowerCase() === wanted)
  const near = exact.length > 0 ? exact : lists.filter(isNamed)
  const own = near.filter((list) => ownerOf(list) === undefined)
  // A colleague's list can be called “everyone”, so the sentence has to say that it means a list.
  const found = own.length > 0 || wanted === undefined ? own : near
  if (found.length === 1) return found[0]
  if (found.length === 0 && (wanted === undefined || slots.count !== undefined)) return undefined
  await say(
    question,
    found.length > 0
      ? i18n.t('Which of these lists do you mean?')
      : i18n.t('I couldn’t find a list called “{name}”.', { name: wanted ?? '' }),
  )
  await showLists(question, found.length > 0 ? found : lists)
  return 'none'
}

export async function showLists(question: Question, lists: readonly List[]) {
  const { i18n } = question
  if (lists.length > 0) {
    const facts = lists.slice(0, 8).map((list) => ({
      title: titleOfList(list),
      text: i18n.t('{count, plural, one {# person} other {# people}}', { count: list.people_count }),
    }))
    await question.add({ type: 'facts', facts })
  }
  await offerLinks(question, { label: i18n.t('Lists'), page: 'recipients' })
}

type Wanted = {
  cents: number
  count: number
  list: List | undefined
  type: RewardType
  /** Otherwise those of the question. */
  message?: string | undefined
  sendAt?: Date | undefined
}

/** Prices what is wanted, and offers it as a draft. */
export async function sayPlan(question: Question, wanted: Wanted) {
  const { cents, count, list, type } = wanted
  const { i18n, slots, tools } = question
  const [plan, templates, messages, budgets] = await Promise.all([
    tools(planOrder, {
      body: {
        reward_type: type,
        denomination_cents: cents,
        ...(list ? { recipient_list_id: list.id } : { count }),
      },
    }),
    tools(listTemplates),
    tools(listPredefinedMessages),
    tools(listBudgets),
  ])
  const template = templates[0]
  if (template === undefined) return say(question, i18n.t('This site doesn’t have any card designs yet.'))
  const { chosen, isNamed } = messageFor(question.text, messages)
  const message = wanted.message ?? (isNamed && type !== 'bulk' ? i18n.t(chosen!.text) : '')
  const sendAt = wanted.sendAt ?? (type === 'digital' ? sendTime(question, slots) : undefined)
  const notes = [
    ...missingNotes(question, plan, { list, type }),
    ...messageNotes(question, message, type),
    ...budgetNotes(question, budgets, plan.total_cents),
    ...approvalNotes(question, plan),
    ...dateNotes(question, type, sendAt),
  ]
  const missing = notes.filter(({ tone }) => tone === 'warn').length
  const total = formatCents(plan.total_cents)
  await say(
    question,
    i18n
      .t(
        'Here’s the plan. The total is {total}. {missing, plural, =0 {} one {One thing needs attention.} other {# things need attention.}}',
        { total, missing },
      )
      .trim(),
  )
  const isAllowed = plan.problems.length === 0
  await question.add({
    type: 'plan',
    title: titleOf(question, type, count, cents),
    subtitle: subtitleOf(question, type, list, sendAt),
    art: template.background.art,
    tone: template.user_layout.tone,
    line1: template.user_layout.line1,
    denomination_cents: cents,
    reward_type: type,
    lines: linesOf(question, plan),
    total_cents: plan.total_cents,
    notes,
    proposal: isAllowed ? proposed() : null,
  })

  function proposed() {
    const args = {
      reward_type: type,
      denomination_cents: cents,
      ...(list ? { recipient_list_id: list.id } : { count }),
      recipient_list_version: plan.recipient_list_version,
      template_id: template!.id,
      design: designOf(template!),
      message,
      send_at: sendAt?.toISOString() ?? null,
      shipping_option_id: plan.shipping_option_id,
    }
    const signed = question.sign({ kind: 'draft', args, totalCents: plan.total_cents })
    return { kind: 'draft' as const, label: i18n.t('Create draft'), total_cents: plan.total_cents, ...signed }
  }
}

function designOf({ gradient, user_layout }: Template) {
  const { tone, line1, line2 } = user_layout
  return { tone, gradient: gradient.strength, line1, line2, logo_file_key: null, logo_one_color: true }
}

/** When digital cards are emailed, at 9:00 unless a time is named; undefined means once the order is approved. */
function sendTime({ site, now }: Question, { date, time }: Slots): Date | undefined {
  const day = date ?? (time === undefined ? undefined : dayIn(now, site.time_zone))
  if (day === undefined) return undefined
  const moment = localMoment(day, time ?? SEND_AT, site.time_zone)
  return moment !== undefined && moment > now ? moment : undefined
}

export function momentText({ i18n, site }: Pick<Question, 'i18n' | 'site'>, moment: Date): string {
  return moment.toLocaleString(i18n.locale, {
    timeZone: site.time_zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'shortGeneric',
  })
}

function titleOf({ i18n }: Question, type: RewardType, count: number, cents: number): string {
  const values = { count, value: formatCents(cents) }
  if (type === 'digital') {
    return i18n.t('{count, plural, one {# digital card} other {# digital cards}} × {value}', values)
  }
  return type === 'direct'
    ? i18n.t('{count, plural, one {# mailed card} other {# mailed cards}} × {value}', values)
    : i18n.t('{count, plural, one {# bulk card} other {# bulk cards}} × {value}', values)
}

function subtitleOf(
  question: Question,
  type: RewardType,
  list: List | undefined,
  sendAt: Date | undefined,
): string {
  const { i18n } = question
  const how = {
    digital: sendAt
      ? i18n.t('By email on {moment}', { moment: momentText(question, sendAt) })
      : i18n.t('By email, once the order is approved'),
    direct: i18n.t('By mail to each person'),
    bulk: i18n.t('In one parcel to one address'),
  }[type]
  return list && type !== 'bulk' ? `${how} · ${titleOfList(list)}` : how
}

function linesOf({ i18n }: Question, { value, fees, delivery }: Plan) {
  const groups = [
    { label: i18n.t('Value on cards'), group: value },
    { label: i18n.t('Card fees'), group: fees },
    { label: delivery.lines[0]?.label ?? i18n.t('Delivery'), group: delivery },
  ]
  return groups.map(({ label, group: { cents, lines } }) => ({
    label,
    parts: lines
      .flatMap(({ parts }) => parts)
      .filter(({ each_cents }) => each_cents > 0)
      .map(({ count, each_cents }) => `${count.toLocaleString(i18n.locale)} × ${formatCents(each_cents)}`)
      .join(', '),
    cents,
  }))
}

function missingNotes(
  { i18n }: Question,
  { problems, unreachable_count: unreachable, card_count: cards }: Plan,
  { list, type }: { list: List | undefined; type: RewardType },
): Note[] {
  const notes: Note[] = problems.map(({ message }) => ({ tone: 'warn', text: i18n.t(message) }))
  if (unreachable > 0) {
    const values = { unreachable, cards }
    notes.push({
      tone: 'warn',
      text:
        type === 'digital'
          ? i18n.t('{unreachable, number} of {cards, number} people have no email', values)
          : i18n.t('{unreachable, number} of {cards, number} people have no address', values),
      link: { label: i18n.t('Fix list'), page: 'recipients' },
    })
  }
  if (list === undefined && type !== 'bulk') {
    notes.push({ tone: 'warn', text: i18n.t('No people yet: add or upload them in the draft') })
  }
  return notes
}

function messageNotes({ i18n }: Question, message: string, type: RewardType): Note[] {
  if (type === 'bulk') return []
  return message
    ? [{ tone: 'good', text: i18n.t('Message: “{message}”', { message }) }]
    : [{ tone: 'info', text: i18n.t('No message yet: write one in the draft') }]
}

function budgetNotes({ i18n }: Question, budgets: OutputOf<'listBudgets'>, totalCents: number): Note[] {
  return budgets
    .filter(({ is_yours }) => is_yours)
    .map(({ name, left_cents }) => {
      const left = left_cents - totalCents
      return left >= 0
        ? {
            tone: 'good',
            text: i18n.t('{name}: {left} left after this order', { name, left: formatCents(left) }),
          }
        : { tone: 'warn', text: i18n.t('{name}: {over} over budget', { name, over: formatCents(-left) }) }
    })
}

function approvalNotes({ i18n }: Question, { approval }: Plan): Note[] {
  if (approval === null) return []
  const names = new Set(approval.steps.flatMap(({ people }) => people.map(({ name }) => name)))
  const listed = new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(names)
  return [
    approval.is_blocked || names.size === 0
      ? { tone: 'warn', text: i18n.t('It needs approval, but no one can approve it') }
      : { tone: 'info', text: i18n.t('It needs approval from {names}', { names: listed }) },
  ]
}

function dateNotes(question: Question, type: RewardType, sendAt: Date | undefined): Note[] {
  const { i18n, slots } = question
  const notes: Note[] = []
  if (slots.rewardType === undefined) {
    notes.push({
      tone: 'info',
      text: i18n.t('I assumed email. You can also say “by mail” or “bulk”'),
    })
  }
  if (slots.date !== undefined && sendAt === undefined) {
    const text =
      type === 'digital'
        ? i18n.t('That time has passed, so cards are sent once the order is approved')
        : i18n.t('You can’t choose the day printed cards arrive')
    notes.push({ tone: 'info', text })
  }
  return notes
}
